import { expect, test } from 'vitest';
import { en } from '../simulator/cashier/messages/en.ts';
import { declineReasonCodes, isShownToShopper } from '../simulator/contract/reasons.ts';
import { docsTable } from './support/docs-table.ts';
import { post, reachCashier, send, startSandbox } from './support/sandbox.ts';

const anotherAttempt = new Map(
	docsTable('reasons.md', 'reason').map((row) => [row.reason, row['another attempt']]),
);

/** Declines a payment by a network action and returns the text of the page. */
async function declinedFor(reason: string, kind: 'card' | 'bank' = 'card') {
	const sandbox = await startSandbox();
	const { sessionId, page } = await reachCashier(sandbox.url, kind);
	await sandbox.act(sessionId, { action: 'submit' });
	const act = `${sandbox.url}/_sandbox/payments/${sessionId}/act`;
	const answer = await post(act, { action: 'decline', reason });
	const { body: text } = await send('GET', page);
	return { answer, text: String(text), retried: await post(act, { action: 'submit' }) };
}

test.each(declineReasonCodes)('the network may decline for %s', async (reason) => {
	const { answer, text, retried } = await declinedFor(reason);
	expect(answer).toMatchObject({
		status: 200,
		body: { state: 'declined', fate: { outcome: 'DECLINE', reason } },
	});
	const shown = isShownToShopper(reason) ? en[`status.reasons.${reason}`] : null;
	expect(text).toContain(`<p>${shown ? `${shown} ` : ''}The payment was not accepted.`);
	expect(text).not.toContain(reason);
	expect(retried.status).toBe(anotherAttempt.get(`\`${reason}\``) === 'none' ? 409 : 200);
});

test('the page shows no reason of fraud, loss or theft', () => {
	for (const reason of ['fraudulent', 'lost_card', 'stolen_card'] as const) {
		expect(isShownToShopper(reason)).toBe(false);
	}
});

test('a reason that only cards have is a generic decline of a bank, also by a network action', async () => {
	const { answer } = await declinedFor('lost_card', 'bank');
	expect(answer.body.fate.reason).toBe('generic_decline');
	expect(answer.headers.get('x-sandbox-warnings')).toBe('card_outcome_without_card');
});

test.each(['cancelled_by_payer', 'window_elapsed', 'late_confirmation', 'bored'])(
	'%s is not a reason to decline',
	async (reason) => {
		const { answer } = await declinedFor(reason);
		expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body', param: 'reason' } });
		expect(answer.body.detail).toContain('stolen_card');
	},
);
