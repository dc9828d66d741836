/** A worker as its supervisor sees it. */
import { exitCodes } from '../contract/exit-codes.ts';
import type { Ended, WorkerProcess } from '../runtime/cluster.ts';
import { machineMs, sleep } from '../runtime/time.ts';
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
	/** How: the reason, when it was ended here for one. */
	readonly ended: Promise<string>;
	end(reason: string): void;
}

/** Sixty-four of them on one core start within this. */
const startMs = 120_000;

/** Loads while the orders are still to come. */
export function launch(
	worker: number,
	process: WorkerProcess,
	orders: Promise<Orders>,
	answers: Answers<Omit<SupervisorCalls, 'enter' | 'started'>>,
): Member {
	const decided = new AbortController();
	let tell: (how: Started) => void = () => undefined;
	const started = new Promise<Started>((resolve) => {
		tell = (how) => {
			resolve(how);
			decided.abort();
		};
	});
	let why: string | null = null;
	const end = (reason: string) => {
		why ??= reason;
		process.kill();
	};
	const channel = createChannel<WorkerCalls, SupervisorCalls>(process, {
		...answers,
		enter: () => orders,
		started(how) {
			tell(how);
			if (!how.ok) process.kill();
		},
	});
	const ended = process.ended.then((how) => {
		channel.close();
		const words = why ?? endWords(how);
		const line = `worker ${worker} ${words} before it could serve`;
		const exitCode = how.code || exitCodes.couldNotRun;
		tell({ ok: false, line, exitCode, isInterrupted: how.signal === 'SIGINT' });
		return words;
	});
	void sleep(startMs, decided.signal).then(() => {
		if (!decided.signal.aborted) end(`was ended after ${startMs / 1_000} s`);
	});
	return { worker, process, channel, startedMs: machineMs(), started, ended, end };
}

function endWords({ code, signal, refusal }: Ended): string {
	if (refusal !== null) return `got no process (${refusal})`;
	return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}
