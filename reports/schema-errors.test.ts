import { expect, test } from 'vitest';
import { sloSchema } from './limits-file.ts';
import { describeSchemaErrors } from './schema-errors.ts';

const flow = { maxFailureRatio: 0.01, minAchievedRatio: 0.99 };
const valid = { schemaVersion: 1, steps: {}, flow };
const step = (limits: object) => ({ ...valid, steps: { 'payment-options': limits } });

test.each([
	[[], 'the file must be an object.'],
	[{ ...valid, slow: 1 }, 'slow is not known here.'],
	[{ ...valid, steps: { pay: {} } }, 'steps.pay is not known here.'],
	[{ ...valid, schemaVersion: 3 }, 'schemaVersion must be one of 1, 2.'],
	[{ steps: {}, flow }, 'schemaVersion must be one of 1, 2.'],
	[{ ...valid, load: { average: 0 } }, 'load.average must be above 0.'],
	[step({}), 'steps.payment-options.maxFailureRatio is required.'],
	[
		step({ p95Ms: 0, maxFailureRatio: 2 }),
		'steps.payment-options.p95Ms must be above 0. steps.payment-options.maxFailureRatio must be at most 1.',
	],
	[
		{ ...valid, 'a\nb': 1, c: 1, d: 1, e: 1, f: 1 },
		'a b is not known here. c is not known here. d is not known here. 2 more like these.',
	],
])('%j is described by field and rule', (content, description) => {
	const { error } = sloSchema.safeParse(content);
	expect(error && describeSchemaErrors(error, content)).toBe(description);
});
