/** Processes that listen on one port, as Node's cluster makes them: connections go to them in turn. */
import type { ChildProcess, SendHandle, Serializable } from 'node:child_process';
import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';

/** How a process ended: by a code, by a signal, or before it began. */
export interface Ended {
	code: number | null;
	signal: string | null;
	/** Why the system gave no process. */
	refusal: string | null;
}

export interface WorkerProcess {
	/** 0 when there is none. */
	readonly pid: number;
	/** Never rejects. */
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
	try {
		return asProcess(cluster.fork());
	} catch (failure) {
		return neverStarted(failure);
	}
}

function asProcess(worker: Worker): WorkerProcess {
	const { process: child } = worker;
	// How it ended is told by its end.
	worker.on('error', () => undefined);
	endLostConnection(child);
	return {
		pid: child.pid ?? 0,
		ended: endOf(child),
		send: (message, failed) => sendTo(worker, message, failed),
		onMessage: (take) => void worker.on('message', take),
		kill: () => void child.kill('SIGKILL'),
	};
}

/** Where memory or processes are short the system may refuse at once, or after a process was promised. */
function neverStarted(failure: unknown): WorkerProcess {
	return {
		pid: 0,
		ended: Promise.resolve(refused(failure)),
		send: (_, failed) => failed(),
		onMessage: () => undefined,
		kill: () => undefined,
	};
}

function endOf(child: ChildProcess): Promise<Ended> {
	return new Promise((resolve) => {
		child.once('exit', (code, signal) => resolve({ code, signal, refusal: null }));
		// Of one that lives it is that of a message or a signal.
		child.on('error', (failure) => {
			if (child.pid === undefined) resolve(refused(failure));
		});
	});
}

function refused(failure: unknown): Ended {
	return { code: null, signal: null, refusal: String(failure) };
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
