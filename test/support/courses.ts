/** The states that each outcome leads to after a submit. */
import { expect } from 'vitest';
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import type { Sandbox } from './sandbox.ts';

type Course = [PaymentState, PaymentState, PaymentState, string | null];

/** The state after the submit, after the processing delay of 5 s, and at the end; then the reason. */
export const courses: Record<Outcome, Course> = {
	APPROVE: ['processing', 'confirmed', 'confirmed', null],
	DECLINE: ['processing', 'declined', 'declined', 'generic_decline'],
	FUNDS: ['processing', 'declined', 'declined', 'insufficient_funds'],
	EXPCARD: ['processing', 'declined', 'declined', 'expired_card'],
	BADCVV: ['processing', 'declined', 'declined', 'incorrect_cvc'],
	FRAUD: ['processing', 'declined', 'declined', 'fraudulent'],
	ERROR: ['processing', 'declined', 'declined', 'processing_error'],
	HOLD: ['processing', 'processing', 'processing', null],
	SLOW: ['processing', 'processing', 'confirmed', null],
	EXPIRE: ['expired', 'expired', 'expired', 'window_elapsed'],
	CANCEL: ['cancelled', 'cancelled', 'cancelled', 'cancelled_by_payer'],
	LATE: ['processing', 'processing', 'confirmed', 'late_confirmation'],
	CHALLENGE: ['opened', 'opened', 'expired', null],
};

/** Submits, and advances the clock by two days. */
export async function courseOf(sandbox: Sandbox, sessionId: string, submit: object = {}) {
	const { state: atOnce, fate } = await sandbox.act(sessionId, { action: 'submit', ...submit });
	await sandbox.advance('5s');
	const { state: soon } = await sandbox.payment(sessionId);
	await sandbox.advance('2d');
	const { state: inTheEnd, final } = await sandbox.payment(sessionId);
	expect(final).toBe(inTheEnd !== 'processing');
	const course = [atOnce, soon, inTheEnd, fate?.reason ?? null];
	return { course, outcome: fate?.outcome, cause: fate?.cause };
}
