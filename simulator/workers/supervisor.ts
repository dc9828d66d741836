/** Starts the workers of one server, keeps as many at work as were asked for, and stops them all. */
import type { WorkerProcess } from '../runtime/cluster.ts';
import { machineMs, sleep, wallNow } from '../runtime/time.ts';
import type { PlainOptions, Started } from './calls.ts';
import { createCommons } from './commons.ts';
import type { Member } from './member.ts';
import { endWords, launch } from './member.ts';

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
	const start = async (worker: number, options: Promise<PlainOptions>) => {
		const place = { worker, configured, startedMs };
		const orders = options.then((given) => ({ place, options: given }));
		const member = launch(worker, fork(), orders, commons.answers);
		alive.add(member);
		void member.process.ended.then(() => {
			alive.delete(member);
			atWork.delete(member);
		});
		const started = await member.started;
		if (started.ok && alive.has(member)) atWork.add(member);
		return { member, started };
	};
	/** Until the server stops, somebody is at work in this place, or soon will be. */
	const keepUp = async (first: Member, url: string, again: () => PlainOptions) => {
		const { worker } = first;
		let member = first;
		let youngDeaths = 0;
		for (;;) {
			const ended = await member.process.ended;
			if (stopping.signal.aborted) return;
			tellRunning();
			const isYoung = machineMs() - member.startedMs < youngMs;
			youngDeaths = isYoung ? youngDeaths + 1 : 0;
			const waitMs = pauseAfter(youngDeaths);
			const started = await member.started;
			const what = started.ok
				? `worker ${worker} (process ${member.process.pid}) ${endWords(ended)}: its part of the journal is lost`
				: `worker ${worker} cannot start: ${started.line}`;
			say(`${what}; another starts ${waitMs === 0 ? 'now' : `in ${waitMs / 1_000} s`}`);
			await sleep(waitMs, stopping.signal);
			if (stopping.signal.aborted) return;
			const next = await start(worker, Promise.resolve(again()));
			member = next.member;
			// The last one that listened may have gone while this one was on its way to the same port.
			if (next.started.ok && next.started.url !== url) member.process.kill();
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
		await Promise.all([...alive].map(({ process }) => process.ended));
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
	const { url, guide, controlToken } = first.started;
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
		if (atWork.size === 0) port = Number(new URL(url).port);
		return { ...options, ...(port === undefined ? {} : { port }) };
	};
	const kept = [first, ...others].map(({ member }) => keepUp(member, url, again));
	tellRunning();
	void trimFrom(commons.trim, stopping.signal);

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

async function trimFrom(trim: () => Promise<void>, stopping: AbortSignal): Promise<void> {
	for (;;) {
		await sleep(trimEveryMs, stopping);
		if (stopping.aborted) return;
		// A worker that does not answer now is trimmed later.
		await trim().catch(() => undefined);
	}
}

function pauseAfter(youngDeaths: number): number {
	return youngDeaths === 0 ? 0 : Math.min(pauseMs.longest, pauseMs.first * 2 ** (youngDeaths - 1));
}
