/** Processes that listen on one port, as Node's cluster makes them: connections go to them in turn. */
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
	return {
		pid: child.pid ?? 0,
		ended: once(child, 'exit').then(([code, signal]) => ({ code, signal })),
		send: (message, failed) => sendTo(worker, message, failed),
		onMessage: (take) => void worker.on('message', take),
		kill: () => void child.kill('SIGKILL'),
	};
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
