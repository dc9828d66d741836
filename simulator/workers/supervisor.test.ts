import { expect, onTestFinished, test } from 'vitest';
import type { Ended, WorkerProcess } from '../runtime/cluster.ts';
import type { Orders, PlainOptions, Started, SupervisorCalls, WorkerCalls } from './calls.ts';
import type { Answers, Port } from './channel.ts';
import { createChannel } from './channel.ts';
import { startCrew } from './supervisor.ts';

const none = { code: null, signal: null, refusal: null };
const listening: Started = {
	ok: true,
	url: 'http://127.0.0.1:4321',
	port: 4321,
	guide: '',
	controlToken: null,
};

/** A process of the system, played: what it begins with, and what the test does to it. */
interface Played extends WorkerProcess {
	readonly orders: Promise<Orders>;
	/** As it was told last. */
	running(): number;
	end(how: Partial<Ended>): void;
}

function play(pid: number, how: Started): Played {
	const heard: { parent(message: unknown): void; child(message: unknown): void } = {
		parent: () => undefined,
		child: () => undefined,
	};
	let end: Played['end'] = () => undefined;
	const ended = new Promise<Ended>((resolve) => {
		end = (told) => resolve({ ...none, ...told });
	});
	const side = (own: 'parent' | 'child', other: 'parent' | 'child'): Port => ({
		send: (message) => queueMicrotask(() => heard[other](JSON.parse(JSON.stringify(message)))),
		onMessage(take) {
			heard[own] = take;
		},
	});
	const parent = side('parent', 'child');
	let running = 0;
	const answers: Partial<Answers<WorkerCalls>> = {
		noteRunning(workers) {
			running = workers;
		},
		stop: () => end({ code: 0 }),
	};
	const child = createChannel<SupervisorCalls, WorkerCalls>(
		side('child', 'parent'),
		answers as Answers<WorkerCalls>,
	);
	const orders = Promise.resolve().then(() => child.ask('enter', null, null));
	void orders.then(() => child.ask('started', how, null));
	return {
		...parent,
		pid,
		ended,
		kill: () => end({ signal: 'SIGKILL' }),
		orders,
		running: () => running,
		end,
	};
}

/** Two workers; the processes that come after them start as they are told here, in turn. */
async function setup(options: PlainOptions, later: readonly (Started | 'refused')[] = []) {
	const forked: Played[] = [];
	const said: string[] = [];
	const fork = () => {
		const how = later[forked.length - 2] ?? listening;
		const process = play(forked.length + 1, how === 'refused' ? listening : how);
		forked.push(process);
		if (how === 'refused') process.end({ refusal: 'Error: spawn EAGAIN' });
		return process;
	};
	const say = (line: string) => void said.push(line);
	const started = await startCrew({ configured: 2, options, fork, drainMs: 0, say });
	if (!started.ok) throw new Error(started.line);
	onTestFinished(() => started.serving.close());
	const portOf = async (index: number) => (await forked[index]?.orders)?.options.port;
	return { forked, said, portOf };
}

test('a process that the system refuses is one more young death', async () => {
	const { forked, said } = await setup({ port: 0 }, ['refused']);
	forked[1]?.end({ code: 7 });
	await expect.poll(() => forked[3]?.running()).toBe(2);
	expect(said).toEqual([
		'worker 1 (process 2) ended with code 7: its part of the journal is lost; another starts in 0.2 s',
		'worker 1 cannot start: worker 1 got no process (Error: spawn EAGAIN) before it could serve; another starts in 0.4 s',
	]);
});

test.each([
	['the port of the scheme is asked for again', { port: 80 }, 80],
	['the default port is left unsaid', {}, undefined],
	['a free port is asked for by its number once nobody is left', { port: 0 }, 4321],
] as const)('when all have ended, %s', async (_, options, port) => {
	const { forked, portOf } = await setup(options);
	for (const process of forked) process.end({ signal: 'SIGKILL' });
	await expect.poll(() => forked.length).toBe(4);
	expect([await portOf(2), await portOf(3)]).toEqual([port, port]);
});

test('one that comes to another port says so, and nothing of a journal', async () => {
	const elsewhere = { ...listening, url: 'http://127.0.0.1:5678', port: 5678 } as const;
	const { forked, said, portOf } = await setup({ port: 0 }, [elsewhere]);
	forked[1]?.end({ code: 1 });
	await expect.poll(() => forked[3]?.running()).toBe(2);
	expect(await portOf(2)).toBe(0);
	expect(said[1]).toBe(
		'worker 1 cannot start: it came to another port than the others; another starts in 0.4 s',
	);
});
