import { expectPaidOnce, story } from '../scenario.ts';

export const merchantBankPaid = story({
	name: 'merchant/bank-paid',
	title: 'The shopper pays with the bank that the shopper chose, and the order is paid',
	tags: ['merchant', 'bank'],
	cost: 'Every sale by bank, or shoppers who land at a bank that they do not have.',
	advice:
		'Call payment-suboptions in each session, and send the id of the chosen bank as optionId.',
	needs: 'merchant',
	shop: { flow: 'bank', forbids: ['suboptions_not_listed', 'payment_created_twice'] },
	async run(context) {
		const { merchant, expect } = context;
		const order = await merchant.newOrder({ flow: 'bank' });
		const page = await merchant.checkOut(order);
		await expect.received('paymentSuboptions');
		// The judgement compares the bank of the payment by its name: its id may be another one in each session (D-28).
		await expect.received('hybridPayment');
		await expectPaidOnce(context, page);
		// A second order finds a shop that keeps the list of banks: it calls payment-suboptions for its first order only.
		await merchant.checkOut(await merchant.newOrder({ flow: 'bank' }));
	},
});
