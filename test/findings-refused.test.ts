/** The finding `refusal_ignored` shows why the calls were refused, in its JSON and in its text. */
import { expect, test } from 'vitest';
import { findingListSchema } from '../simulator/contract/findings.ts';
import { controlPaths } from '../simulator/contract/routes.ts';
import { choose, options } from './support/calls.ts';
import type { Sandbox } from './support/sandbox.ts';
import { startPayment, startSandbox } from './support/sandbox.ts';

const reference = (number: number) => ({ paymentReference: `order-${number}` });

async function refusalsIn(sandbox: Sandbox) {
	const { findings } = findingListSchema.parse(await sandbox.findings({ code: 'refusal_ignored' }));
	return findings.map(({ refusals }) => refusals);
}

async function textOf({ url }: Sandbox) {
	const headers = { Accept: 'text/plain' };
	return (await fetch(url + controlPaths.findings, { headers })).text();
}

test('a refusal is shown with its call, status, code, param, reason and fix, and its calls together', async () => {
	const sandbox = await startSandbox();
	for (let count = 1; count <= 7; count += 1)
		await options(sandbox, { ...reference(count), amount: '150000' });
	expect(await refusalsIn(sandbox)).toEqual([
		[
			{
				...{ call: 'POST /v2/payment-options', status: 400, code: 'invalid_body' },
				...{ param: 'amount', detail: 'amount must be a number.' },
				...{ fix: 'Send, for example, amount = 150000.', entries: [1, 2, 3, 4, 5, 6, 7] },
			},
		],
	]);
	expect(await textOf(sandbox)).toMatch(
		/\n {2}Refused: #3, #4, #5, #6, #7 and 2 more POST \/v2\/payment-options → 400 invalid_body: amount must be a number\.\n {4}Fix: Send, for example, amount = 150000\.\n/,
	);
});

test('one mistake with other values is one refusal, with the latest detail', async () => {
	const sandbox = await startSandbox();
	for (let count = 1; count <= 7; count += 1) {
		const { sessionId, bankId } = await startPayment(sandbox.url, reference(count));
		const choice = { sessionId, paymentOptionId: bankId, optionId: `bank-${count}` };
		expect((await choose(sandbox, choice)).status).toBe(404);
	}
	const [refusals = []] = await refusalsIn(sandbox);
	expect(refusals).toMatchObject([{ code: 'suboption_not_found' }]);
	expect(refusals[0]?.entries).toHaveLength(7);
	expect(refusals[0]?.detail).toContain('bank-7');
});

test('of many reasons, the latest five are shown', async () => {
	const sandbox = await startSandbox();
	const fields = ['amount', 'country', 'currency', 'customer', 'redirectUrl', 'paymentReference'];
	for (const [index, field] of fields.entries())
		await options(sandbox, {
			...reference(index),
			[field]: 5.5,
			...(field === 'amount' ? { amount: 'x' } : {}),
		});
	const [refusals = []] = await refusalsIn(sandbox);
	expect(refusals.map(({ entries }) => entries)).toEqual([[2], [3], [4], [5], [6]]);
});

test('a refusal never shows card data', async () => {
	const sandbox = await startSandbox();
	const { sessionId, bankId } = await startPayment(sandbox.url);
	const choice = { sessionId, paymentOptionId: bankId, optionId: 'bank 4242424242424242' };
	expect((await choose(sandbox, choice)).status).toBe(404);
	const [[refusal] = []] = await refusalsIn(sandbox);
	expect(refusal).toMatchObject({ code: 'suboption_not_found' });
	expect(refusal?.detail).toContain('bank');
	expect(JSON.stringify(refusal) + (await textOf(sandbox))).not.toContain('4242424242424242');
});

test('a long text is cut', async () => {
	const sandbox = await startSandbox({ settings: { validation: { unknownFields: 'reject' } } });
	await options(sandbox, { ['a'.repeat(900)]: 1 });
	const [[refusal] = []] = await refusalsIn(sandbox);
	expect(refusal?.detail).toMatch(/a{200}…$/);
	expect(refusal?.detail).toHaveLength(301);
});

test.each(['', 'a'])('a text is not cut within a character, after "%s"', async (start) => {
	const sandbox = await startSandbox({ settings: { validation: { unknownFields: 'reject' } } });
	await options(sandbox, { [start + '😀'.repeat(400)]: 1 });
	const [[refusal] = []] = await refusalsIn(sandbox);
	expect(refusal?.detail).toMatch(/😀…$/u);
	expect(refusal?.param).toMatch(/😀…$/u);
});

test('a response in another format has the status and the code', async () => {
	const sandbox = await startSandbox({
		settings: { errors: { format: 'envelope', httpMode: 'always200' } },
	});
	await options(sandbox, { amount: '1' });
	expect(await refusalsIn(sandbox)).toMatchObject([
		[{ status: 200, code: 'invalid_body', detail: null, param: null, fix: null }],
	]);
	expect(await textOf(sandbox)).toContain(
		'  Refused: #1 POST /v2/payment-options → 200 invalid_body\n',
	);
});
