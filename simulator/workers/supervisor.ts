/** Starts the workers of one server, keeps as many at work as were asked for, and stops them all. */
import { exitCodes } from '../contract/exit-codes.ts';
import type { WorkerProcess } from '../runtime/cluster.ts';
import { machineMs, sleep, wallNow } from '../runtime/time.ts';
import type { PlainOptions, Started } from './calls.ts';
import { createCommons } from './commons.ts';
import type { Member } from './member.ts';
import { launch } from './member.ts';
import { createRollCall, roundMs } from './roll-call.ts';

export interface CrewOptions {
	configured: number;
	options: PlainOptions;
	fork(): WorkerProcess;
	/** Of calls in flight, when it stops. */
	drainMs: number;
	/** What happens to workers, in a line. */
	say(line: string): void;
}

export interface Crew {
	url: string;
	guide: string;
	callsInFlight(): Promise<number>;
	close(): Promise<void>;
}

export type CrewStarted = { ok: true; serving: Crew } | Extract<Started, { ok: false }>;

interface Launched {
	member: Member;
	started: Started;
}

const astray: Started = {
	ok: false,
	line: 'it came to another port than the others',
	exitCode: exitCodes.couldNotRun,
};

const trimEveryMs = 1_000;
/** One that ends before is replaced after a pause, each time a longer one. */
const youngMs = 10_000;
const pauseMs = { first: 200, longest: 10_000 };
/** What a worker may take beyond its calls in flight, before it is killed. */
const stopMs = 3_000;
/** Who gives no answer while it is stopped is not waited for. */
const countMs = 1_000;

export async function startCrew(asked: CrewOptions): Promise<CrewStarted> {
	const { configured, fork, drainMs, say } = asked;
	const startedMs = machineMs();
	/** All processes that live, and of them those at work, in the order of coming. */
	const alive = new Set<Member>();
	const atWork = new Set<Member>();
	const stopping = new AbortController();
	const commons = createCommons({
		workers: () => [...atWork].map(({ channel }) => channel),
		wallNow,
	});

	const tellRunning = () => {
		for (const { channel } of atWork) {
			// One that is gone needs no telling.
			channel.ask('noteRunning', atWork.size).catch(() => undefined);
		}
	};
	let address: string | null = null;
	const start = async (worker: number, options: Promise<PlainOptions>): Promise<Launched> => {
		const place = { worker, configured, startedMs };
		const orders = options.then((given) => ({ place, options: given }));
		const member = launch(worker, fork(), orders, commons.answers);
		alive.add(member);
		void member.ended.then(() => {
			alive.delete(member);
			atWork.delete(member);
		});
		const told = await member.started;
		// The last one that listened may have gone while this one was on its way to the same port.
		const isAstray = told.ok && address !== null && told.url !== address;
		if (isAstray) member.process.kill();
		else if (told.ok && alive.has(member)) atWork.add(member);
		return { member, started: isAstray ? astray : told };
	};
	/** Until the server stops, somebody is at work in this place, or soon will be. */
	const keepUp = async (first: Launched, again: () => PlainOptions) => {
		let { member, started } = first;
		const { worker } = member;
		let youngDeaths = 0;
		for (;;) {
			const how = await member.ended;
			if (stopping.signal.aborted) return;
			tellRunning();
			const isYoung = machineMs() - member.startedMs < youngMs;
			youngDeaths = isYoung ? youngDeaths + 1 : 0;
			const waitMs = pauseAfter(youngDeaths);
			const what = started.ok
				? `worker ${worker} (process ${member.process.pid}) ${how}: its part of the journal is lost`
				: `worker ${worker} cannot start: ${started.line}`;
			say(`${what}; another starts ${waitMs === 0 ? 'now' : `in ${waitMs / 1_000} s`}`);
			await sleep(waitMs, stopping.signal);
			if (stopping.signal.aborted) return;
			({ member, started } = await start(worker, Promise.resolve(again())));
			tellRunning();
		}
	};
	const end = async () => {
		stopping.abort();
		const serving = [...atWork];
		for (const { channel } of serving) channel.ask('stop', null, null).catch(() => undefined);
		for (const member of alive) if (!atWork.has(member)) member.process.kill();
		const ended = new AbortController();
		const deadline = sleep(drainMs + stopMs, ended.signal).then(() => {
			for (const { process } of alive) process.kill();
		});
		await Promise.all([...alive].map(({ ended }) => ended));
		ended.abort();
		await deadline;
	};

	// What is wrong is told by the first one, and the token that it makes is everybody's.
	let settle: (options: PlainOptions) => void = () => undefined;
	const settled = new Promise<PlainOptions>((resolve) => {
		settle = resolve;
	});
	const numbers = Array.from({ length: configured - 1 }, (_, index) => index + 2);
	const beginning = numbers.map((worker) => start(worker, settled));
	const first = await start(1, Promise.resolve(asked.options));
	if (!first.started.ok) {
		await end();
		return first.started;
	}
	const { url, guide, controlToken, port: listening } = first.started;
	address = url;
	const options = { ...asked.options, ...(controlToken === null ? {} : { controlToken }) };
	settle(options);
	const others = await Promise.all(beginning);
	for (const { started } of others) {
		if (started.ok) continue;
		await end();
		return started;
	}
	let { port } = options;
	const again = () => {
		// The system knows who listens by the port that was asked for, 0 included, as long as anybody does.
		if (port === 0 && atWork.size === 0) port = listening;
		return { ...options, ...(port === undefined ? {} : { port }) };
	};
	const kept = [first, ...others].map((launched) => keepUp(launched, again));
	tellRunning();
	const call = createRollCall();
	void repeat(trimEveryMs, stopping.signal, commons.trim);
	void repeat(roundMs, stopping.signal, () => call(atWork));

	return {
		ok: true,
		serving: {
			url,
			guide,
			async callsInFlight() {
				const counts = [...atWork].map(({ channel }) =>
					channel.ask('callsInFlight', null, countMs).catch(() => 0),
				);
				return (await Promise.all(counts)).reduce((total, calls) => total + calls, 0);
			},
			async close() {
				await end();
				await Promise.all(kept);
			},
		},
	};
}

async function repeat(
	everyMs: number,
	stopping: AbortSignal,
	act: () => void | Promise<void>,
): Promise<void> {
	for (;;) {
		await sleep(everyMs, stopping);
		if (stopping.aborted) return;
		await act();
	}
}

function pauseAfter(youngDeaths: number): number {
	return youngDeaths === 0 ? 0 : Math.min(pauseMs.longest, pauseMs.first * 2 ** (youngDeaths - 1));
}
