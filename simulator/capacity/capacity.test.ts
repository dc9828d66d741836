import { expect, test } from 'vitest';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { Call } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { createCapacity } from './capacity.ts';

/** Calls of one workspace. The clock moves only during a wait. */
function setup(capacity: Partial<NonNullable<Settings['capacity']>>) {
	let nowMs = 0;
	const limits = { servers: 1, service: { fixed: 30 }, queue: null, ...capacity };
	const settings = {
		...defaultSettings,
		capacity: { endpoints: ['paymentOptions'], ...limits },
	} as Settings;
	const { admit, waitForServer } = createCapacity({
		chanceFor: async () => () => 0.9,
		async sleep(ms) {
			nowMs += ms;
		},
		monotonicMs: () => nowMs,
	});
	const arriving = (endpoint = 'paymentOptions') => {
		const closing = new AbortController();
		const call = { endpoint, settings, secret: 'w', clientGone: closing.signal };
		return { call: call as unknown as Call, closing };
	};
	return { admit, waitForServer, arriving };
}

test('calls whose commit is under way have their place', () => {
	const { admit, arriving } = setup({ servers: 2, queue: 1 });
	const refusals = Array.from({ length: 4 }, () => admit(arriving().call));
	expect(refusals).toEqual([
		null,
		null,
		null,
		{ code: 'capacity_exceeded', servers: 2, queue: 1, retryAfterS: 1 },
	]);
});

test('a call whose commit fails gives its place back when its response closes', async () => {
	const { admit, waitForServer, arriving } = setup({ queue: 0 });
	const { call: failed, closing } = arriving();
	expect(admit(failed)).toBeNull();
	expect(admit(arriving().call)).not.toBeNull();
	closing.abort();
	const { call: next } = arriving();
	expect(admit(next)).toBeNull();
	expect(await waitForServer(next, json({}), null)).toMatchObject({ queueMs: 0, serviceMs: 30 });
});

test('a client that has left before the admission takes no place for ever', () => {
	const { admit, arriving } = setup({ queue: 0 });
	const { call, closing } = arriving();
	closing.abort();
	expect(admit(call)).toBeNull();
	expect(admit(arriving().call)).toBeNull();
});

test('a call of a payment draws from the randomness of that payment, another call from its own', async () => {
	const { admit, waitForServer, arriving } = setup({ service: { uniform: [0, 100] } });
	const serve = async (chance: ((name: string) => number) | null) => {
		const { call } = arriving();
		admit(call);
		return (await waitForServer(call, json({}), chance)).serviceMs;
	};
	expect(await serve((name) => (name === 'service uniform' ? 0.25 : 0))).toBe(25);
	expect(await serve(null)).toBe(90);
});

test('a call that was not admitted waits for no server', async () => {
	const { admit, waitForServer, arriving } = setup({});
	const { call: refused } = arriving();
	const { call: other } = arriving('hybridPayment');
	expect(admit(other)).toBeNull();
	for (const call of [refused, other]) {
		expect(await waitForServer(call, json({}), null)).toEqual(json({}));
	}
});
