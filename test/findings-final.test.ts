/** The finding `final_session_reused`: the sandbox reports it also if it refused the call for another reason. */
import { expect, test } from 'vitest';
import { servicePaths } from '../simulator/contract/routes.ts';
import { choose } from './support/calls.ts';
import { codesIn } from './support/findings.ts';
import { post, startPayment, startSandbox } from './support/sandbox.ts';

const found = 'money final_session_reused';
const faulty = { 'X-Sandbox-Fault': 'status=503' };

async function setup(settings = {}) {
	const sandbox = await startSandbox({ settings });
	const { sessionId, cardId, bankId } = await startPayment(sandbox.url);
	const card = { sessionId, paymentOptionId: cardId };
	const bank = { sessionId, paymentOptionId: bankId };
	await choose(sandbox, card);
	const call = async (body: object, headers = {}) => {
		const { status, body: answer } = await post(
			sandbox.url + servicePaths.hybridPayment,
			body,
			headers,
		);
		return answer.code ?? status;
	};
	return { sandbox, sessionId, card, bank, call };
}

type Setup = Awaited<ReturnType<typeof setup>>;

test.each<[unknown, object, (payment: Setup) => Promise<unknown>]>([
	[
		'suboptions_not_listed_yet',
		{ hybrid: { requireListing: true } },
		({ call, bank }) => call({ ...bank, optionId: 'co-pse-01' }),
	],
	[
		'invalid_body',
		{ validation: { unknownFields: 'reject' } },
		({ call, card }) => call({ ...card, extra: 1 }),
	],
	['suboption_required', {}, ({ call, bank }) => call(bank)],
	['suboption_not_needed', {}, ({ call, card }) => call({ ...card, optionId: 'co-pse-01' })],
	['injected_fault', {}, ({ call, card }) => call(card, faulty)],
])('a call that is refused with %s reuses a confirmed payment', async (code, settings, again) => {
	const payment = await setup(settings);
	const { sandbox, sessionId } = payment;
	await sandbox.act(sessionId, { action: 'submit' });
	expect(await again(payment)).toBe(code);
	expect(await codesIn(sandbox)).not.toContain(found);
	await sandbox.advance('5s');
	await sandbox.act(sessionId, { action: 'return' });
	expect(await again(payment)).toBe(code);
	const { findings } = await sandbox.findings({ code: 'final_session_reused' });
	expect(findings).toMatchObject([{ entries: [4], count: 1 }]);
});

test('an invalid call at the time of the cancel may have come before it', async () => {
	const { sandbox, sessionId, call, bank, card } = await setup();
	await sandbox.act(sessionId, { action: 'cancel' });
	expect(await call({ ...card, optionId: 5 })).toBe('invalid_body');
	expect(await codesIn(sandbox)).not.toContain(found);
	await sandbox.advance('1s');
	expect(await call({ ...card, optionId: 5 })).toBe('invalid_body');
	expect(await codesIn(sandbox)).toContain(found);
	await sandbox.reset();
	expect(await call(bank)).toBe('session_not_found');
	expect(await codesIn(sandbox)).not.toContain(found);
});

test('a call to an expired payment is not a reuse', async () => {
	const { sandbox, call, bank, card } = await setup();
	await sandbox.advance('1h');
	expect(await call(card)).toBe('session_expired');
	expect(await call(bank)).toBe('suboption_required');
	expect(await call({ ...card, optionId: 5 })).toBe('invalid_body');
	expect(await codesIn(sandbox)).not.toContain(found);
});
