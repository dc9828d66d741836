/** For each bug of the example merchants a story whose result tells the bug from the right shop. */
import { expect } from 'vitest';
import type { Bug } from '../../scenarios/example-merchant/bugs.ts';
import type { Merchant } from './merchant.ts';

export const bank = ['PSE', 'Bancolombia'] as const;
const loseAnswer = { match: { endpoint: 'paymentOptions' }, phase: 'after', times: 1 } as const;

interface Story {
	/** Plays the story, and returns what tells the bug from the right shop. */
	play(merchant: Merchant): Promise<unknown>;
	right: unknown;
	wrong: unknown;
}

/** The status of the checkout of a new order. */
export const checkoutStatus = async (merchant: Merchant, ...choice: readonly string[]) => {
	const [option, name] = choice;
	return (await merchant.checkout(await merchant.order(), option, name)).status;
};

/** A payment of a new order, and the reference of the order. */
async function firstCheckout(
	merchant: Merchant,
	changes: Record<string, unknown> = {},
	choice: readonly string[] = [],
) {
	const reference = await merchant.order(changes);
	const { sessionId } = await merchant.checkout(reference, ...choice);
	return { reference, sessionId, payment: await merchant.sandbox.payment(sessionId) };
}

/** The order of a shopper who returns while the payment is processing. `more` is added to the return address. */
async function returned(merchant: Merchant, more = '', choice: readonly string[] = []) {
	const { reference, sessionId } = await firstCheckout(merchant, {}, choice);
	await merchant.sandbox.act(sessionId, { action: 'submit' });
	await merchant.comeBack(sessionId, more);
	return reference;
}

const statusAfterReturn = async (merchant: Merchant, more: string) =>
	(await merchant.orderOf(await returned(merchant, more))).status;

export const stories: Readonly<Record<Bug, Story>> = {
	'minor-units': {
		play: async (merchant) => {
			const order = { amount: 15.125, currency: 'KWD', country: 'KW' };
			return (await firstCheckout(merchant, order)).payment.amount;
		},
		right: 15.125,
		wrong: 15_125,
	},
	'bank-fee': {
		play: async (merchant) => (await firstCheckout(merchant, {}, bank)).payment.amount,
		right: 150_000,
		wrong: 157_500,
	},
	'wrong-currency': {
		play: async (merchant) => (await firstCheckout(merchant)).payment.currency,
		right: 'COP',
		wrong: 'USD',
	},
	'redirect-not-encoded': {
		play: async (merchant) => {
			const reference = await merchant.order({ reference: 'tea & biscuits' });
			return (await merchant.checkout(reference)).status;
		},
		right: 303,
		wrong: 502,
	},
	'new-reference-on-retry': {
		play: async (merchant) => {
			await merchant.sandbox.faults.add({ ...loseAnswer, fault: { kind: 'close' } });
			const reference = await merchant.order();
			const { status } = await merchant.checkout(reference);
			if (status !== 303) await merchant.checkout(reference);
			const calls = await merchant.calls('paymentOptions');
			return new Set(calls.map(({ paymentReference }) => paymentReference)).size;
		},
		right: 1,
		wrong: 2,
	},
	'transport-resends': {
		play: async (merchant) => {
			await merchant.sandbox.faults.add({ ...loseAnswer, fault: { kind: 'close' } });
			await checkoutStatus(merchant);
			return (await merchant.calls('paymentOptions')).length;
		},
		right: 1,
		wrong: 2,
	},
	'gives-up-at-2s': {
		play: async (merchant) => {
			const fault = { kind: 'delay', law: { fixed: 2_500 } } as const;
			await merchant.sandbox.faults.add({ ...loseAnswer, fault });
			return checkoutStatus(merchant);
		},
		right: 303,
		wrong: 503,
	},
	'ignores-4xx': {
		play: async (merchant) => {
			await merchant.sandbox.configure({ methods: { PSE: { refuseBanks: ['co-pse-01'] } } });
			return checkoutStatus(merchant, ...bank);
		},
		right: 502,
		wrong: 200,
	},
	'crashes-on-html': {
		play: async (merchant) => {
			await merchant.sandbox.faults.add({ fault: { kind: 'content-type' }, times: 1 });
			const reference = await merchant.order();
			await merchant.checkout(reference).catch(() => null);
			const { status } = await merchant.checkout(reference).catch(() => ({ status: 500 }));
			return status;
		},
		right: 303,
		wrong: 500,
	},
	'breaks-on-unknown-fields': {
		play: async (merchant) => {
			const drift = { additiveFields: true, keyOrder: 'reversed' };
			await merchant.sandbox.configure({ drift });
			return checkoutStatus(merchant, ...bank);
		},
		right: 303,
		wrong: 503,
	},
	'cached-options': {
		play: async (merchant) => [await checkoutStatus(merchant), await checkoutStatus(merchant)],
		right: [303, 303],
		wrong: [303, 502],
	},
	'uuid-as-option': {
		play: (merchant) => checkoutStatus(merchant, ...bank),
		right: 303,
		wrong: 502,
	},
	'never-lists-banks': {
		play: async (merchant) => {
			await checkoutStatus(merchant, ...bank);
			return (await merchant.calls('paymentSuboptions')).length;
		},
		right: 1,
		wrong: 0,
	},
	'cached-banks': {
		play: async (merchant) => {
			for (let order = 0; order < 2; order += 1) await checkoutStatus(merchant, ...bank);
			return (await merchant.calls('paymentSuboptions')).length;
		},
		right: 2,
		wrong: 1,
	},
	'creates-twice': {
		play: async (merchant) => {
			await checkoutStatus(merchant);
			return (await merchant.calls('paymentOptions')).length;
		},
		right: 1,
		wrong: 2,
	},
	'reuses-session': {
		play: async (merchant) => {
			const first = await firstCheckout(merchant);
			await merchant.confirm(first.sessionId);
			return (await firstCheckout(merchant)).sessionId === first.sessionId;
		},
		right: false,
		wrong: true,
	},
	'shares-order': {
		play: async (merchant) => {
			await Promise.all([firstCheckout(merchant), firstCheckout(merchant)]);
			const calls = await merchant.calls('paymentOptions');
			return new Set(calls.map(({ redirectUrl }) => redirectUrl)).size;
		},
		right: 2,
		wrong: 1,
	},
	'return-means-paid': {
		play: (merchant) => statusAfterReturn(merchant, ''),
		right: 'pending',
		wrong: 'paid',
	},
	'bank-return-means-paid': {
		play: async (merchant) => (await merchant.orderOf(await returned(merchant, '', bank))).status,
		right: 'pending',
		wrong: 'paid',
	},
	'pays-later-on-return': {
		play: async (merchant) => {
			const reference = await returned(merchant);
			const statusOf = async () => (await merchant.orderOf(reference)).status;
			const isPaid = { timeout: 1_000, interval: 50 };
			return expect
				.poll(statusOf, isPaid)
				.toBe('paid')
				.then(
					() => 'paid',
					() => 'pending',
				);
		},
		right: 'pending',
		wrong: 'paid',
	},
	'error-page-on-return': {
		play: async (merchant) => {
			const { sessionId } = await firstCheckout(merchant);
			await merchant.sandbox.act(sessionId, { action: 'submit' });
			return /went wrong/.test((await merchant.comeBack(sessionId)).body);
		},
		right: false,
		wrong: true,
	},
	'trusts-return-query': {
		play: (merchant) => statusAfterReturn(merchant, '&status=paid&state=confirmed'),
		right: 'pending',
		wrong: 'paid',
	},
	'credits-first-link-only': {
		play: async (merchant) => {
			const { reference } = await firstCheckout(merchant);
			const { sessionId } = await merchant.checkout(reference);
			return (await merchant.confirm(sessionId)).body.status;
		},
		right: 'paid',
		wrong: 'pending',
	},
	'credits-last-link-only': {
		play: async (merchant) => {
			const { reference, payment } = await firstCheckout(merchant);
			await merchant.checkout(reference);
			return (await merchant.settle(payment.transactionId, 'confirmed')).body.status;
		},
		right: 'paid',
		wrong: 'pending',
	},
	'ignores-late-duplicates': {
		play: async (merchant) => {
			const { reference, payment } = await firstCheckout(merchant);
			await merchant.settle(payment.transactionId, 'expired');
			const { sessionId } = await merchant.checkout(reference);
			await merchant.confirm(sessionId);
			return (await merchant.settle(payment.transactionId, 'confirmed')).body.status;
		},
		right: 'refund_due',
		wrong: 'paid',
	},
	'counts-each-report': {
		play: async (merchant) => {
			const { payment } = await firstCheckout(merchant);
			await merchant.settle(payment.transactionId, 'confirmed');
			return (await merchant.settle(payment.transactionId, 'confirmed')).body.status;
		},
		right: 'paid',
		wrong: 'refund_due',
	},
	'duplicate-check-drops-success': {
		play: async (merchant) => {
			const { payment } = await firstCheckout(merchant);
			await merchant.settle(payment.transactionId, 'declined');
			return (await merchant.settle(payment.transactionId, 'confirmed')).body.status;
		},
		right: 'paid',
		wrong: 'failed',
	},
};
