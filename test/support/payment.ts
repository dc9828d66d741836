/** A payment for tests, and the events that bring it to a state. */

import type { PaymentEvent } from '../../simulator/domain/event.ts';
import type { DecisionContext } from '../../simulator/domain/lifecycle.ts';
import { transition } from '../../simulator/domain/lifecycle.ts';
import type { OutcomeTrigger, Payment } from '../../simulator/domain/payment.ts';
import { createPayment } from '../../simulator/domain/payment.ts';

export const minuteMs = 60_000;
export const start = Date.parse('2027-01-01T00:00:00.000Z');
/** The processing delay in these tests. */
export const delayMs = 5_000;
export const windowMs = 30 * minuteMs;

const facts: Parameters<typeof createPayment>[0] = {
	workspace: 'default',
	ordinal: 0,
	transactionId: '6e0d1f60-8f0c-4a10-9a53-1b1d6b3c2a01',
	sessionId: '6e0d1f60-8f0c-4a10-9a53-1b1d6b3c2a02',
	paymentReference: 'order-7',
	country: 'CO',
	currency: 'COP',
	amount: 100,
	minorDigits: 0,
	redirectUrl: 'https://shop.example/return',
	language: 'EN',
	customerName: 'Ana Torres',
	createdAt: start,
	optionCodes: ['co-pse', 'card'],
	sameReference: 0,
	optionScope: 'session',
	suboptionScope: 'catalog',
	maxAttempts: 3,
	fingerprint: null,
	idempotencyKey: null,
	headerTrigger: null,
	requestTrigger: null,
	returnLinkTiming: null,
};

export function testPayment(changes: Partial<Payment> = {}): Payment {
	return { ...createPayment({ ...facts, ...changes }, windowMs), ...changes };
}

export function contextAt(now: number, changes: Partial<DecisionContext> = {}): DecisionContext {
	return {
		now,
		rules: { mayCancel: true, defaultOutcome: 'APPROVE' },
		repeat: 'replace',
		processingTimeout: null,
		random: () => 0.5,
		processingMs: () => delayMs,
		...changes,
	};
}

type Choose = Extract<PaymentEvent, { type: 'choose' }>;

export function chooseCard(changes: Partial<Choose['choice']> = {}, ms = windowMs): Choose {
	const choice = {
		optionCode: 'card',
		kind: 'card',
		suboptionId: null,
		bankTrigger: null,
	} as const;
	return { type: 'choose', choice: { ...choice, ...changes }, windowMs: ms };
}

export function chooseBank(
	suboptionId = 'co-pse-01',
	bankTrigger: OutcomeTrigger | null = null,
): Choose {
	return chooseCard({ optionCode: 'co-pse', kind: 'bank', suboptionId, bankTrigger });
}

export const listBanks: PaymentEvent = { type: 'list-suboptions', optionCode: 'co-pse' };

export const submitBank: PaymentEvent = { type: 'submit', card: null, typed: null };

export function steerTo(...outcomes: OutcomeTrigger['outcomes']): PaymentEvent {
	return { type: 'steer', trigger: { outcomes, cause: `steer = ${outcomes.join(',')}` } };
}

/** Applies the events in order; a refusal fails the test. */
export function after(payment: Payment, ...steps: [PaymentEvent, DecisionContext][]): Payment {
	return steps.reduce((before, [event, context]) => {
		const done = transition(before, event, context);
		if (!done.ok) throw new Error(`${event.type} was refused: ${JSON.stringify(done.refusal)}`);
		return done.payment;
	}, payment);
}
