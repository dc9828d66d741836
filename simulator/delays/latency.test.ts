import { expect, test } from 'vitest';
import type { Endpoint } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { Call, Chance } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { latencyStage } from './latency.ts';

const settings = {
	...defaultSettings,
	latency: {
		...defaultSettings.latency,
		paymentOptions: { uniform: [0, 1000] },
		hybridPayment: 'none',
		cashier: {
			mixture: [
				{ weight: 1, law: { uniform: [30, 30] } },
				{ weight: 1, law: { lognormal: { median: 80, sigma: 0 } } },
			],
		},
		default: { fixed: 20 },
	},
} satisfies Settings;

/** Answers a call with the milliseconds it was made to wait, by a clock that only moves when somebody waits. */
async function setup(endpoint: Endpoint, ofPayment: Chance | null, ofCall: Chance = () => 0.5) {
	let nowMs = 0;
	const stage = latencyStage({
		chanceFor: async () => ofCall,
		sleep: async (ms) => {
			nowMs += ms;
		},
		monotonicMs: () => nowMs,
	});
	const call = { endpoint, settings } as unknown as Call;
	return (await stage(call, json({}), ofPayment)).injectedMs;
}

test('the law of the endpoint is waited, else the default', async () => {
	expect(await setup('paymentOptions', () => 0.25)).toBe(250);
	expect(await setup('paymentSuboptions', null)).toBe(20);
});

test('a draw of nothing injects nothing', async () => {
	expect(await setup('paymentOptions', () => 0)).toBeUndefined();
});

test('no law and the control API leave the answer as it is', async () => {
	expect(await setup('hybridPayment', null)).toBeUndefined();
	expect(await setup('control', null)).toBeUndefined();
});

test("a payment's own chance is drawn from; only a call of no payment draws from its arrival", async () => {
	const ofCall = () => 0.9;
	expect(await setup('paymentOptions', () => 0.1, ofCall)).toBe(100);
	expect(await setup('paymentOptions', null, ofCall)).toBe(900);
});

test('a lognormal law is met in the mean of what timers do, and a delay that promises a least time is not cut', async () => {
	expect(await setup('cashier', () => 0.9)).toBeCloseTo(79.5, 9);
	expect(await setup('cashier', () => 0.1)).toBe(30);
	expect(await setup('paymentSuboptions', () => 0.9)).toBe(20);
});
