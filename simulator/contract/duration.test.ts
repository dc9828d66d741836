import { expect, test } from 'vitest';
import {
	durationLawSchema,
	durationSchema,
	latencyLawSchema,
	maxDurationMs,
	toMs,
} from './duration.ts';

test.each([
	[0, 0],
	[90, 90],
	['250ms', 250],
	['90s', 90_000],
	['5m', 300_000],
	['24h', 86_400_000],
	['7d', 604_800_000],
	['1.5h', 5_400_000],
	['0.4ms', 0],
	['36500d', maxDurationMs],
])('%j is %i ms', (duration, ms) => {
	expect(toMs(durationSchema.parse(duration))).toBe(ms);
});

test.each(['90', '90 s', 's', '-1s', '1e3ms', '.5s', '1.s', '90S', '1d2h', '90s\n', ''])(
	'the text %j is not a duration',
	(text) => {
		const parsed = durationSchema.safeParse(text);
		expect(parsed.error?.issues[0]?.message).toMatch(/^must be a whole number of milliseconds or/);
		expect(() => toMs(text)).toThrow('Not a duration');
	},
);

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, null, true, {}])(
	'%j is not a duration',
	(value) => {
		expect(durationSchema.safeParse(value).success).toBe(false);
	},
);

test.each([maxDurationMs + 1, '36501d', `${'9'.repeat(400)}d`])(
	'%j is too long for a date',
	(duration) => {
		const parsed = durationSchema.safeParse(duration);
		expect(parsed.error?.issues[0]?.message).toBe('must be at most "36500d"');
	},
);

test.each([
	'none',
	{ fixed: 80 },
	{ uniform: [50, '1s'] },
	{ uniform: [50, 50] },
	{ lognormal: { median: 80, p99: 300 } },
	{ lognormal: { median: 80, p99: 300, max: '2s' } },
	{ lognormal: { median: 80, sigma: 0.4 } },
	{ exponential: { mean: 20 } },
	{ exponential: { mean: '20ms', max: '1s' } },
])('%j is a law of processing and of latency', (law) => {
	expect(durationLawSchema.parse(law)).toEqual(law);
	expect(latencyLawSchema.parse(law)).toEqual(law);
});

test('processing may take for ever, but latency may not', () => {
	expect(durationLawSchema.parse('never')).toBe('never');
	expect(latencyLawSchema.safeParse('never').success).toBe(false);
});

test.each([
	80,
	'80ms',
	null,
	{},
	{ fixed: -1 },
	{ fixed: 'x' },
	{ fixed: 80, uniform: [1, 2] },
	{ uniform: [200, 50] },
	{ uniform: [50] },
	{ uniform: ['x', 50] },
	{ lognormal: { median: 0, p99: 300 } },
	{ lognormal: { median: 0, sigma: 1 } },
	{ lognormal: { median: 300, p99: 80 } },
	{ lognormal: { median: 80 } },
	{ lognormal: { median: 80, p99: 300, sigma: 0.4 } },
	{ lognormal: { median: 80, sigma: -1 } },
	{ lognormal: { median: 80, sigma: 11 } },
	{ lognormal: { median: 'x', p99: 300 } },
	{ exponential: {} },
	{ exponential: { mean: 0 } },
	{ exponential: { mean: 'x' } },
])('%j is no law, and the refusal shows the forms', (law) => {
	for (const schema of [durationLawSchema, latencyLawSchema]) {
		const { error } = schema.safeParse(law);
		expect(error?.issues).toHaveLength(1);
		expect(error?.issues[0]?.message).toMatch(/^must .*/);
	}
});
