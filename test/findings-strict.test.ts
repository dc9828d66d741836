/** A finding about an integration does not depend on whether the settings accept the call or refuse it. */
import { expect, test } from 'vitest';
import type { FindingCode } from '../simulator/contract/finding-table.ts';
import { choose, options } from './support/calls.ts';
import type { Sandbox } from './support/sandbox.ts';
import { listBanks, reachCashier, startPayment, startSandbox } from './support/sandbox.ts';

const occurrences = async (sandbox: Sandbox, code: FindingCode) => {
	const { findings, complete } = await sandbox.findings({ code });
	expect(complete).toBe(true);
	return findings.flatMap((finding) => finding.occurrences);
};

const repeat = async (sandbox: Sandbox) => {
	const { sessionId, cardId: paymentOptionId } = await reachCashier(sandbox.url, 'card');
	return choose(sandbox, { sessionId, paymentOptionId });
};

const chooseOther = async (sandbox: Sandbox) => {
	const { sessionId, cardId, bankId: paymentOptionId } = await startPayment(sandbox.url);
	await choose(sandbox, { sessionId, paymentOptionId: cardId });
	return choose(sandbox, { sessionId, paymentOptionId, optionId: 'co-pse-01' });
};

test.each([
	['the same choice', { repeat: 'replace' }, repeat, 200],
	['the same choice', { repeat: 'reject' }, repeat, 409],
	['another choice', { repeat: 'replace' }, chooseOther, 200],
	['another choice', { repeat: 'same' }, chooseOther, 409],
	['another choice', { requireListing: true }, chooseOther, 409],
] as const)('%s is a repeat with hybrid = %o', async (_, hybrid, play, status) => {
	const sandbox = await startSandbox({ settings: { hybrid } });
	expect((await play(sandbox)).status).toBe(status);
	expect(await occurrences(sandbox, 'hybrid_repeated')).toEqual([[2, 3]]);
});

test('another choice after the submit is a repeat, and one that no setting accepts is not', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId, bankId } = await startPayment(sandbox.url);
	await choose(sandbox, { sessionId, paymentOptionId: cardId });
	await choose(sandbox, { sessionId, paymentOptionId: bankId, optionId: 'no-bank' });
	await sandbox.act(sessionId, { action: 'submit' });
	const body = { sessionId, paymentOptionId: bankId, optionId: 'co-pse-01' };
	expect(await choose(sandbox, body)).toMatchObject({ body: { code: 'choice_locked' } });
	expect(await occurrences(sandbox, 'hybrid_repeated')).toEqual([[2, 4]]);
});

test.each([
	['warn', [[1], [2], [4], [5]]],
	['reject', [[1], [2], [4], [5]]],
	['ignore', []],
] as const)(
	'with unknownFields = %s, undocumented fields are in %o',
	async (unknownFields, found) => {
		const sandbox = await startSandbox({ settings: { validation: { unknownFields } } });
		await options(sandbox, { customer: { name: 'Ana', nickname: 'An' } });
		await options(sandbox, { amount: -1, coupon: 'SPRING' });
		const { sessionId, bankId: paymentOptionId } = await startPayment(sandbox.url);
		const choice = { sessionId, paymentOptionId };
		await choose(sandbox, { ...choice, optionId: 'co-pse-01', bank: 'A' });
		await choose(sandbox, { ...choice, optionId: 'no-bank', bank: 'A' });
		await listBanks(sandbox.url, sessionId, paymentOptionId);
		expect(await occurrences(sandbox, 'undocumented_field')).toEqual(found);
	},
);
