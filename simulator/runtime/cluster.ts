/** Processes that listen on one port, as Node's cluster makes them: connections go to them in turn. */
import type { ChildProcess, SendHandle, Serializable } from 'node:child_process';
import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';

/** How a process ended: by a code, or by a signal. */
export interface Ended {
	code: number | null;
	signal: string | null;
}

export interface WorkerProcess {
	readonly pid: number;
	readonly ended: Promise<Ended>;
	/** `failed` is called when it cannot be delivered. */
	send(message: object, failed: () => void): void;
	onMessage(take: (message: unknown) => void): void;
	kill(): void;
}

/** `entry` is a module, started with the flags of this process and none of its arguments. */
export function forkWorker(entry: string): WorkerProcess {
	cluster.schedulingPolicy = cluster.SCHED_RR;
	cluster.setupPrimary({ exec: entry, args: [] });
	const worker = cluster.fork();
	const { process: child } = worker;
	// How it ended is told by its end.
	worker.on('error', () => undefined);
	endLostConnection(child);
	return {
		pid: child.pid ?? 0,
		ended: once(child, 'exit').then(([code, signal]) => ({ code, signal })),
		send: (message, failed) => sendTo(worker, message, failed),
		onMessage: (take) => void worker.on('message', take),
		kill: () => void child.kill('SIGKILL'),
	};
}

/**
 * Node gives a worker one connection after the other, and keeps its own hold on each until the worker has it. When one
 * dies before, Node never lets go, and the client would wait for ever.
 */
function endLostConnection(child: ChildProcess): void {
	let latest: SendHandle | undefined;
	const send = child.send.bind(child) as (...given: unknown[]) => boolean;
	child.send = (message: Serializable, ...more: unknown[]) => {
		const [handle] = more;
		if (typeof handle === 'object' && handle !== null) latest = handle as SendHandle;
		return send(message, ...more);
	};
	const end = () => {
		// Closing what is closed does nothing.
		if (latest && 'close' in latest) latest.close();
		latest = undefined;
	};
	child.once('exit', end);
	child.once('disconnect', end);
}

/** In a worker: the process that started it. It ends by itself when that one is gone. */
export function supervisor(): Pick<WorkerProcess, 'send' | 'onMessage'> {
	const { worker } = cluster;
	if (!worker) throw new Error('This module is started by payin-sandbox serve --workers.');
	return {
		send: (message, failed) => sendTo(worker, message, failed),
		onMessage: (take) => void worker.on('message', take),
	};
}

function sendTo(worker: Worker, message: object, failed: () => void): void {
	if (!worker.isConnected()) {
		failed();
		return;
	}
	worker.send(message, (error: Error | null) => {
		if (error) failed();
	});
}
