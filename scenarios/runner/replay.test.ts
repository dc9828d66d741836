import { once as event } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDriver } from '../driver.ts';
import { CannotRunError } from '../harness/errors.ts';
import { mapInParallel } from '../harness/map-in-parallel.ts';
import type { AnyStory } from '../scenario.ts';
import { story } from '../scenario.ts';
import { StoryNotTried } from './recorder.ts';
import { replayAll, replayStory } from './replay.ts';
import { createReferenceMaker } from './service-runs.ts';

const unused = { target: 'http://unused.invalid', seed: 1, nextReference: () => 'unused' };

/** Runs a story without calls, so the address is never used. */
function setup(run: () => Promise<void>, repeat = 1, retries = 0) {
	const tested: AnyStory = story({
		name: 'edge/test',
		title: 'A story of this test',
		tags: ['edge'],
		needs: 'calls',
		run: async ({ expect }) => {
			expect.ok('it begins', true);
			await run();
		},
	});
	const { signal } = new AbortController();
	return replayStory(tested, { repeat, retries, signal }, async () => ({
		...createDriver(unused),
		close: async () => {},
	}));
}

test('a story that ends has passed, with its steps', async () => {
	const result = await setup(async () => {});
	expect(result).toMatchObject({ name: 'edge/test', status: 'passed', failure: null });
	expect(result.steps).toMatchObject([{ name: 'expect it begins' }]);
});

test('a story that throws between two steps fails with its own message', async () => {
	const result = await setup(async () => {
		throw new Error('The bank list is empty.');
	});
	expect(result.status).toBe('failed');
	expect(result.failure).toEqual({ step: 'story', message: 'The bank list is empty.' });
});

test('a mixture of results is flaky and shows the first failure', async () => {
	let runs = 0;
	const result = await setup(async () => {
		runs += 1;
		if (runs === 2) throw new Error(`failed in run ${runs}`);
	}, 3);
	expect(runs).toBe(3);
	expect(result.status).toBe('flaky');
	expect(result.failure?.message).toBe('failed in run 2');
});

test('a story that could not be tried is skipped, unless another run of it passed or failed', async () => {
	let played = 0;
	const play = (ends: readonly (Error | null)[], repeat = ends.length) => {
		const left = [...ends];
		played = 0;
		const playNext = async () => {
			played += 1;
			const error = left.shift();
			if (error) throw error;
		};
		return setup(playNext, repeat, ends.length - repeat);
	};
	const notTried = new StoryNotTried('no call was broken');
	const isSkipped = { status: 'skipped', skipReason: 'no call was broken' };
	expect(await play([notTried, notTried])).toMatchObject(isSkipped);
	// It is not retried.
	expect(await play([notTried, null], 1)).toMatchObject(isSkipped);
	expect(played).toBe(1);
	const passed = await play([null, notTried]);
	expect(passed).toMatchObject({ status: 'passed', failure: null });
	expect(passed).not.toHaveProperty('skipReason');
	const failed = new Error('The bank list is empty.');
	expect(await play([notTried, failed])).toMatchObject({
		status: 'failed',
		failure: { message: 'The bank list is empty.' },
	});
	expect(await play([null, notTried, failed])).toMatchObject({ status: 'flaky' });
});

test('a story that fails every time is failed, not flaky', async () => {
	const result = await setup(async () => {
		throw new Error('always');
	}, 2);
	expect(result.status).toBe('failed');
});

test('a story that passes when it is run again is flaky', async () => {
	let runs = 0;
	const failsOnce = async () => {
		runs += 1;
		if (runs === 1) throw new Error('failed in run 1');
	};
	const result = await setup(failsOnce, 1, 2);
	expect(runs).toBe(2);
	expect(result).toMatchObject({ status: 'flaky', failure: { message: 'failed in run 1' } });
});

test('a story that fails in every retry is failed', async () => {
	let runs = 0;
	const result = await setup(
		async () => {
			runs += 1;
			throw new Error('always');
		},
		2,
		2,
	);
	expect(runs).toBe(6);
	expect(result.status).toBe('failed');
});

test('a pool keeps the order of the list and its limit', async () => {
	let working = 0;
	let most = 0;
	const results = await mapInParallel([3, 1, 2, 0], 2, async (turns) => {
		working += 1;
		most = Math.max(most, working);
		for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
		working -= 1;
		return turns * 10;
	});
	expect(results).toEqual([30, 10, 20, 0]);
	expect(most).toBe(2);
});

test('stories run beside each other, and keep their places in the results', async () => {
	let running = 0;
	let most = 0;
	const counted = (name: string): AnyStory =>
		story({
			name,
			title: name,
			tags: ['card'],
			needs: 'control',
			async run() {
				running += 1;
				most = Math.max(most, running);
				await new Promise((resolve) => setImmediate(resolve));
				running -= 1;
			},
		});
	const { scenarios: results } = await replayAll(
		['a', 'b', 'c', 'd'].map(counted),
		{ jobs: 3, repeat: 2, bail: false },
		{
			whyNotTried: ({ name }) => (name === 'b' ? 'not here' : undefined),
			open: async () => ({ ...createDriver(unused), close: async () => {} }),
			signal: new AbortController().signal,
			onResult: () => {},
		},
	);
	expect(most).toBe(3);
	expect(results.map(({ name, status }) => `${name} ${status}`)).toEqual([
		'a passed',
		'b skipped',
		'c passed',
		'd passed',
	]);
});

const endless = story({
	name: 'edge/endless',
	title: 'A story that never ends',
	tags: ['edge'],
	needs: 'calls',
	run: () => new Promise<void>(() => {}),
});
const opened = async () => ({ ...createDriver(unused), close: async () => {} });
const once = { jobs: 1, repeat: 1, bail: false };

test('a story that never ends fails at its limit', async () => {
	const signal = new AbortController().signal;
	const result = await replayStory(endless, { repeat: 1, limitMs: 5, signal }, opened);
	expect(result.failure).toEqual({
		step: 'story',
		message: 'The story has not ended after 5 ms.',
	});
});

test('from its limit on a story makes no call', async () => {
	const calls: string[] = [];
	const server = createServer(({ url = '' }, response) => {
		calls.push(url);
		setTimeout(() => response.writeHead(503).end(), 20);
	});
	await event(server.listen(0, '127.0.0.1'), 'listening');
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const stubborn = story({
		...{ name: 'edge/stubborn', title: 'A story that tries for ever', tags: ['edge'] },
		needs: 'control',
		async run({ control }) {
			for (;;) await control.reset().catch(() => undefined);
		},
	});
	const target = `http://127.0.0.1:${port}`;
	const open = async (_count: number, overdue: AbortSignal) => ({
		...{ ...createDriver({ ...unused, target, overdue }), close: async () => {} },
	});
	const { signal } = new AbortController();
	const result = await replayStory(stubborn, { repeat: 1, limitMs: 500, signal }, open);
	expect(result.failure?.message).toBe('The story has not ended after 500 ms.');
	expect(calls.length).toBeGreaterThan(0);
	// A call that had left when the time was over may still arrive before this one.
	await fetch(`${target}/own`);
	calls.length = 0;
	// Each call takes as long as one of the story would.
	for (let own = 0; own < 5; own += 1) await fetch(`${target}/own`);
	expect(new Set(calls)).toEqual(new Set(['/own']));
});

test('an interruption ends a story that never ends, and its repeats', async () => {
	const interrupt = new AbortController();
	let opens = 0;
	let closes = 0;
	const { scenarios } = await replayAll(
		[endless],
		{ ...once, repeat: 3, retries: 2 },
		{
			whyNotTried: () => undefined,
			open: async () => {
				opens += 1;
				setImmediate(() => interrupt.abort());
				const close = async () => {
					closes += 1;
				};
				return { ...createDriver(unused), close };
			},
			signal: interrupt.signal,
			onResult: () => {},
		},
	);
	const skipReason = expect.stringMatching(/^the run was interrupted while this story ran, after /);
	expect(scenarios).toMatchObject([{ status: 'skipped', interrupted: true, skipReason }]);
	expect(scenarios[0]?.durationMs).toBeGreaterThan(0);
	expect([opens, closes]).toEqual([1, 1]);
});

test('a story that cannot be opened fails, and the others keep their results', async () => {
	const stories = ['a', 'b', 'c'].map((name) => ({ ...endless, name, run: async () => {} }));
	const replayed = (reason: Error) =>
		replayAll(stories, once, {
			whyNotTried: () => undefined,
			open: async ({ name }) => {
				if (name === 'b') throw reason;
				return opened();
			},
			signal: new AbortController().signal,
			onResult: () => {},
		});
	const failure = { step: 'open the story', message: 'No room.' };
	const one = await replayed(new Error('No room.'));
	expect(one.error).toBeUndefined();
	expect(one.scenarios).toMatchObject([
		{ status: 'passed' },
		{ status: 'failed', failure },
		{ status: 'passed' },
	]);
	const fatal = new CannotRunError('workspace', 'No room.');
	const all = await replayed(fatal);
	expect(all.error).toBe(fatal);
	expect(all.scenarios).toMatchObject([
		{ status: 'passed' },
		{ status: 'failed', failure },
		{ status: 'skipped', skipReason: 'the run could not go on' },
	]);
});

test('references count per story', () => {
	const next = createReferenceMaker('s1');
	const references = [next('card/approved'), next('bank/approved'), next('card/approved')];
	expect(references).toEqual(['card-approved-s1-1', 'bank-approved-s1-1', 'card-approved-s1-2']);
});
