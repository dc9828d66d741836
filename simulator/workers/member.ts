/** A worker as its supervisor sees it. */
import { exitCodes } from '../contract/exit-codes.ts';
import type { Ended, WorkerProcess } from '../runtime/cluster.ts';
import { machineMs } from '../runtime/time.ts';
import type { Orders, Started, SupervisorCalls, WorkerCalls } from './calls.ts';
import type { Answers, Channel } from './channel.ts';
import { createChannel } from './channel.ts';

export interface Member {
	readonly worker: number;
	readonly process: WorkerProcess;
	readonly channel: Channel<WorkerCalls>;
	readonly startedMs: number;
	/** Whether it serves; one that cannot is ended. */
	readonly started: Promise<Started>;
}

/** Loads while the orders are still to come. */
export function launch(
	worker: number,
	process: WorkerProcess,
	orders: Promise<Orders>,
	answers: Answers<Omit<SupervisorCalls, 'enter' | 'started'>>,
): Member {
	let tell: (how: Started) => void = () => undefined;
	const told = new Promise<Started>((resolve) => {
		tell = resolve;
	});
	const channel = createChannel<WorkerCalls, SupervisorCalls>(process, {
		...answers,
		enter: () => orders,
		started(how) {
			tell(how);
			if (!how.ok) process.kill();
		},
	});
	void process.ended.then((ended) => {
		channel.close();
		const line = `worker ${worker} ${endWords(ended)} before it could serve`;
		tell({ ok: false, line, exitCode: ended.code || exitCodes.couldNotRun });
	});
	return { worker, process, channel, startedMs: machineMs(), started: told };
}

export function endWords({ code, signal }: Ended): string {
	return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}
