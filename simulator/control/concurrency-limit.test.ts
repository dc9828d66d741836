import { expect, test } from 'vitest';
import type { Call, Route } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const callOf = (signal: AbortSignal, isPipelined = false) =>
	({ clientGone: signal, isPipelined }) as unknown as Call;

test('few calls run at a time, in order, and none whose client has left', async () => {
	const { route: limited } = createConcurrencyLimit({ waitFor: (work) => work }, 4);
	const client = new AbortController();
	const began: number[] = [];
	const ends: (() => void)[] = [];
	const routeOf =
		(number: number): Route =>
		async () => {
			began.push(number);
			await new Promise<void>((resolve) => ends.push(resolve));
			if (number === 2) throw new Error('This reading failed.');
			return json(number);
		};
	const stays = new AbortController().signal;
	const answers = Array.from({ length: 10 }, (_, number) =>
		Promise.resolve(limited(routeOf(number))(callOf(number === 5 ? client.signal : stays))).catch(
			() => 'failed',
		),
	);
	await expect.poll(() => began).toEqual([0, 1, 2, 3]);
	client.abort();
	for (let ended = 0; ended < 9; ended += 1) {
		await expect.poll(() => ends.length).toBeGreaterThan(ended);
		expect(began.length - ended).toBeLessThanOrEqual(4);
		ends[ended]?.();
	}
	expect(began).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9]);
	const ended = await Promise.all(answers);
	expect(ended[2]).toBe('failed');
	expect(ended[9]).toMatchObject({ text: '9' });
});

test('calls of pipelining clients wait for all others', async () => {
	const { route: limited } = createConcurrencyLimit({ waitFor: (work) => work }, 1);
	const began: number[] = [];
	const routeOf =
		(number: number): Route =>
		() => {
			began.push(number);
			return json(number);
		};
	const stays = new AbortController().signal;
	await Promise.all(
		Array.from({ length: 6 }, (_, number) =>
			limited(routeOf(number))(callOf(stays, number % 2 === 0)),
		),
	);
	expect(began).toEqual([0, 1, 3, 5, 2, 4]);
});

test('a call that may not wait any longer fails, and keeps no place', async () => {
	let fail = () => {};
	const impatient = new Promise<never>((_, reject) => {
		fail = () => reject(new Error('it waited for too long'));
	});
	const { route: limited } = createConcurrencyLimit(
		{ waitFor: (work) => Promise.race([work, impatient]) },
		4,
	);
	const ends: (() => void)[] = [];
	const route: Route = async () => {
		await new Promise<void>((resolve) => ends.push(resolve));
		return json(null);
	};
	const ask = async () => limited(route)(callOf(new AbortController().signal));
	const first = Array.from({ length: 4 }, ask);
	await expect.poll(() => ends.length).toBe(4);
	const late = ask();
	// One ends in the moment in which the other gives up.
	ends[0]?.();
	fail();
	await Promise.allSettled([late]);
	for (const end of ends) end();
	await Promise.all(first);
	const again = Array.from({ length: 4 }, ask);
	await expect.poll(() => ends.length).toBeGreaterThanOrEqual(8);
	for (const end of ends) end();
	await Promise.all(again);
});

test('a call that has left its place takes no place if it may not wait for its next turn', async () => {
	const fails: (() => void)[] = [];
	const limit = createConcurrencyLimit(
		{
			waitFor: (work) =>
				Promise.race([
					work,
					new Promise<never>((_, reject) => {
						fails.push(() => reject(new Error('it waited for too long')));
					}),
				]),
		},
		1,
	);
	const call = callOf(new AbortController().signal);
	let finishWait: (() => void) | undefined;
	const left = limit.run(call, async (leavePlace) => {
		await leavePlace(() => new Promise((resolve) => (finishWait = resolve)));
		return json('after the wait');
	});
	const ends: (() => void)[] = [];
	const hold = () =>
		limit.run(call, async () => {
			await new Promise<void>((resolve) => ends.push(resolve));
			return json(null);
		});
	await expect.poll(() => finishWait).toBeDefined();
	const second = hold();
	// It runs in the place of the one that waits.
	await expect.poll(() => ends.length).toBe(1);
	finishWait?.();
	await expect.poll(() => fails.length).toBe(1);
	fails[0]?.();
	await expect(left).rejects.toThrow('it waited for too long');
	const third = hold();
	await Promise.resolve();
	expect(ends).toHaveLength(1);
	ends[0]?.();
	await second;
	await expect.poll(() => ends.length).toBe(2);
	ends[1]?.();
	await third;
});
