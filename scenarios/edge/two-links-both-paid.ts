import { openCardPage, story } from '../scenario.ts';

export const edgeTwoLinksBothPaid = story({
	name: 'edge/two-links-both-paid',
	title: 'One order has two links, and the shopper pays both',
	tags: ['edge', 'twice'],
	cost: 'The shopper is charged twice for one order.',
	advice:
		'Credit the order once, and refund the second payment. Close the first link before you create another.',
	expectedFindings: ['same_reference_confirmed_twice'],
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const order = { market: 'CO', paymentReference: 'order-paid-twice' } as const;
		for (const _ of ['first link', 'second link']) {
			const session = await openCardPage({ payin, shopper }, order);
			await shopper.pay(session);
			await shopper.waitFor(session, 'confirmed');
		}
		const payments = await control.payments(order.paymentReference);
		expect.equal(
			'states',
			payments.map(({ state }) => state),
			['confirmed', 'confirmed'],
		);
	},
});
