import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../contract/examples.ts';
import { paymentOptionsResponseSchema } from '../contract/payment-options.ts';
import { servicePaths } from '../contract/routes.ts';
import { createSandbox } from '../sandbox.ts';

/** The session ids of payments with these references, on a sandbox that derives ids from its seed. */
async function setup(...references: (string | undefined)[]): Promise<string[]> {
	const sandbox = await createSandbox({ port: 0, settings: { ids: { source: 'seeded' } } });
	const ids: string[] = [];
	for (const paymentReference of references) {
		const answer = await fetch(sandbox.url + servicePaths.paymentOptions, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ ...paymentOptionsExample, paymentReference }),
		});
		ids.push(paymentOptionsResponseSchema.parse(await answer.json()).sessionId);
	}
	await sandbox.close();
	return ids;
}

test('seeded ids are the same on every start, and different for every payment', async () => {
	const first = await setup('order-7', 'order-7', undefined);
	expect(await setup('order-7', 'order-7', undefined)).toEqual(first);
	expect(new Set(first).size).toBe(3);
});

test('an empty reference does not get an id of a payment without a reference', async () => {
	expect(new Set(await setup(undefined, '', undefined, '')).size).toBe(4);
});
