import { expect, test } from 'vitest';
import { describeSchemaErrors } from './schema-errors.ts';
import { sloSchema } from './slo.ts';

const flow = { maxFailureRatio: 0.01, minAchievedRatio: 0.99 };
const good = { schemaVersion: 1, steps: {}, flow };
const step = (limits: object) => ({ ...good, steps: { 'payment-options': limits } });

test.each([
	[[], 'the file must be an object with named fields: write one in its place.'],
	[{ ...good, slow: 1 }, 'slow is not known: leave it out, or check its spelling.'],
	[{ ...good, steps: { pay: {} } }, 'steps.pay is not known: leave it out, or check its spelling.'],
	[{ ...good, schemaVersion: 2 }, 'schemaVersion must be 1: write that.'],
	[{ steps: {}, flow }, 'schemaVersion is missing: it must be 1.'],
	[step({}), 'steps.payment-options.maxFailureRatio is missing: it must be a number.'],
	[
		step({ p95Ms: 0, maxFailureRatio: 2 }),
		'steps.payment-options.p95Ms must be above 0: write a greater one. steps.payment-options.maxFailureRatio must not be above 1: write a smaller one.',
	],
	[
		{ ...good, 'a\nb': 1, c: 1, d: 1, e: 1, f: 1 },
		'a b is not known: leave it out, or check its spelling. c is not known: leave it out, or check its spelling. d is not known: leave it out, or check its spelling. 2 more like these.',
	],
])('%j is described by field, rule and fix', (content, description) => {
	const { error } = sloSchema.safeParse(content);
	expect(error && describeSchemaErrors(error, content)).toBe(description);
});
