import { expect, test } from 'vitest';
import type { DurationLaw } from '../contract/duration.ts';
import type { Endpoint } from '../contract/routes.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { Call } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { latencyStage } from './latency.ts';
import type { UnmixedLaw } from './law.ts';

const settings = {
	...defaultSettings,
	latency: {
		...defaultSettings.latency,
		paymentOptions: { uniform: [0, 1000] },
		hybridPayment: 'none',
		default: { fixed: 20 },
	},
} satisfies Settings;

const waitedUnder = (law: DurationLaw) => {
	const latency = { ...settings.latency, default: law } as Settings['latency'];
	return setup('cashier', () => 0.5, undefined, { ...settings, latency });
};

/** Returns the milliseconds that a call waited. The clock only moves during a sleep. */
async function setup(
	endpoint: Endpoint,
	ofPayment: KeyedDraw | null,
	ofCall: KeyedDraw = () => 0.5,
	inForce: Settings = settings,
) {
	let nowMs = 0;
	const stage = latencyStage({
		chanceFor: async () => ofCall,
		sleep: async (ms) => {
			nowMs += ms;
		},
		monotonicMs: () => nowMs,
	});
	const call = { endpoint, settings: inForce } as unknown as Call;
	return (await stage(call, json({}), ofPayment)).injectedMs;
}

test('a call waits by the law of its endpoint, else by the default law', async () => {
	expect(await setup('paymentOptions', () => 0.25)).toBe(250);
	expect(await setup('paymentSuboptions', null)).toBe(20);
});

test('a drawn delay of 0 injects nothing', async () => {
	expect(await setup('paymentOptions', () => 0)).toBeUndefined();
});

test('without a law, and for the control API, the response is unchanged', async () => {
	expect(await setup('hybridPayment', null)).toBeUndefined();
	expect(await setup('control', null)).toBeUndefined();
});

test('a call of a payment draws from the randomness of that payment, another call from its own', async () => {
	const ofCall = () => 0.9;
	expect(await setup('paymentOptions', () => 0.1, ofCall)).toBe(100);
	expect(await setup('paymentOptions', null, ofCall)).toBe(900);
});

const lognormal = (medianMs: number, maxMs?: number): UnmixedLaw => ({
	lognormal: { median: medianMs, sigma: 0, ...(maxMs === undefined ? {} : { max: maxMs }) },
});

test.each<[DurationLaw, number]>([
	[lognormal(80), 79.5],
	[lognormal(1_000, 10), 9.5],
	[lognormal(3_600_000), 599_999.5],
	[{ mixture: [{ weight: 1, law: lognormal(80) }] }, 79.5],
	[{ exponential: { mean: 80 } }, 80 * Math.LN2 - 0.5],
	[{ fixed: 80 }, 80],
	[{ uniform: [80, 80] }, 80],
	[{ mixture: [{ weight: 1, law: { fixed: 80 } }] }, 80],
])(
	'under %j the sleep takes %d ms: only a law without a minimum is shortened by the mean lag of timers',
	async (law, ms) => {
		expect(await waitedUnder(law)).toBeCloseTo(ms, 6);
	},
);
