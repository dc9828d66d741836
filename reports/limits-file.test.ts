import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { docsBlock } from '../test/support/docs-block.ts';
import type { Slo } from './limits-file.ts';
import { limitsForProfile, limitsJsonSchema, sloSchema } from './limits-file.ts';

const example = new URL('../load/limits/default.json', import.meta.url);
const content = (): Record<string, unknown> => JSON.parse(readFileSync(example, 'utf8'));
const limits = (changes: object) => sloSchema.safeParse({ ...content(), ...changes });
const problemsOf = (changes: object) =>
	limits(changes).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

test('the example of the package is a limits file, and keeps the published schema', () => {
	expect(limits({}).success).toBe(true);
	const validate = new Ajv2020({ strict: false }).compile(limitsJsonSchema());
	expect(validate(content())).toBe(true);
	expect(validate({ ...content(), slow: true })).toBe(false);
});

test('the limits of the steps and of the flow do not contradict each other', () => {
	const { steps, flow } = sloSchema.parse(content());
	const kept = (names: readonly (keyof Slo['steps'])[]) =>
		names.reduce((share, name) => share * (1 - (steps[name]?.maxFailureRatio ?? 0)), 1);
	const card = kept(['payment-options', 'hybrid-payment']);
	const bank = kept(['payment-options', 'payment-suboptions', 'hybrid-payment']);
	// Of the default mix, when each step just keeps its limit.
	expect(1 - (0.6 * card + 0.4 * bank)).toBeLessThanOrEqual(flow.maxFailureRatio);
});

test('a file of schema version 1 still works', () => {
	const { $schema, maxSilentSeconds, ...old } = content();
	expect(sloSchema.safeParse({ ...old, schemaVersion: 1 }).success).toBe(true);
});

test('limits that contradict each other are rejected', () => {
	const steps = { 'payment-options': { p95Ms: 500, p99Ms: 400, maxFailureRatio: 0.01 } };
	expect(problemsOf({ steps })).toEqual(['steps.payment-options.p99Ms must not be below p95Ms']);
	expect(problemsOf({ load: { average: 20, peak: 10 } })).toEqual([
		'load.peak must not be below load.average',
	]);
});

test('neither do those of a profile contradict the limits that it keeps', () => {
	const step = { p95Ms: 500, p99Ms: 900, maxFailureRatio: 0.01 };
	const changed = (spike: object) =>
		problemsOf({ steps: { 'payment-options': step }, profiles: { spike } });
	expect(changed({ steps: { 'payment-options': { p95Ms: 1500 } } })).toEqual([
		'profiles.spike.steps.payment-options.p99Ms must not be below p95Ms: a profile keeps the limits that it does not replace',
	]);
	expect(changed({ steps: { 'payment-options': { p95Ms: 1500, p99Ms: 3000 } } })).toEqual([]);
	const flow = { p95Ms: 1000, maxFailureRatio: 0.01, minAchievedRatio: 0.9 };
	expect(problemsOf({ flow, profiles: { soak: { flow: { p99Ms: 800 } } } })).toHaveLength(1);
});

test('a step that only a profile limits needs its own failure limit', () => {
	const changed = (limits: object) =>
		problemsOf({ steps: {}, profiles: { average: { steps: { 'payment-options': limits } } } });
	expect(changed({ p95Ms: 900 })).toEqual([
		'profiles.average.steps.payment-options.maxFailureRatio is required, because steps.payment-options is not there: give it here, or add steps.payment-options',
	]);
	expect(changed({ p95Ms: 900, maxFailureRatio: 0.02 })).toEqual([]);
});

test('the example of the docs is a limits file, with the steps of a shop', () => {
	const text = docsBlock('load-test.md', 'json', '"schemaVersion"');
	const { steps } = sloSchema.parse(JSON.parse(text));
	expect(steps['merchant-checkout']?.p95Ms).toBeGreaterThan(0);
});

test('a silence too short to be measured is no limit, in the schema neither', () => {
	const validate = new Ajv2020({ strict: false }).compile(limitsJsonSchema());
	const rule =
		'must be 1 or more: a shorter silence is not measured. Give 1, or leave it out for 2';
	for (const maxSilentSeconds of [0.5, 0, -1]) {
		const profiles = { spike: { maxSilentSeconds } };
		expect(problemsOf({ maxSilentSeconds })).toEqual([`maxSilentSeconds ${rule}`]);
		expect(problemsOf({ profiles })).toEqual([`profiles.spike.maxSilentSeconds ${rule}`]);
		expect(validate({ ...content(), maxSilentSeconds })).toBe(false);
	}
	expect(problemsOf({ maxSilentSeconds: 1 })).toEqual([]);
});

test('misspelt fields are rejected in every part', () => {
	expect(problemsOf({ load: { mean: 20 } })).toHaveLength(1);
	expect(problemsOf({ profiles: { spikes: {} } })).toHaveLength(1);
	expect(problemsOf({ profiles: { spike: { flow: { p95: 1 } } } })).toHaveLength(1);
});

test('a profile replaces the limits that it names, and keeps the others', () => {
	const file = sloSchema.parse({
		...content(),
		profiles: {
			spike: { steps: { 'payment-options': { p95Ms: 2000 } }, maxSilentSeconds: 5 },
			soak: { flow: { maxFailureRatio: 0.001 } },
		},
	});
	const spike = limitsForProfile(file, 'spike');
	expect(spike).toMatchObject({
		steps: {
			'payment-options': { p95Ms: 2000, maxFailureRatio: 0.01 },
			'hybrid-payment': { p95Ms: 500 },
		},
		flow: file.flow,
		maxSilentSeconds: 5,
	});
	expect(limitsForProfile(file, 'soak').flow).toMatchObject({
		maxFailureRatio: 0.001,
		minAchievedRatio: 0.95,
	});
	expect(limitsForProfile(file, 'average')).toMatchObject({
		steps: file.steps,
		maxSilentSeconds: 2,
	});
});
