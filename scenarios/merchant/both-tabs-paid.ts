import { story } from '../scenario.ts';

export const merchantBothTabsPaid = story({
	name: 'merchant/both-tabs-paid',
	title:
		'The shopper checks out one order in two tabs and pays both: paid once, or marked for a refund',
	tags: ['merchant', 'duplicate'],
	cost: 'Double charges that you notice when the shopper complains.',
	advice: 'Send both tabs to one payment, or mark the second payment for a refund (order.flagged).',
	needs: 'merchant',
	shop: {
		paid: true,
		allows: ['same_reference_confirmed_twice', 'duplicate_order'],
		forbids: ['suboptions_not_listed'],
	},
	async run({ merchant, shopper, network, expect }) {
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const first = await merchant.checkOut(order);
			const second = await merchant.tryToCheckOut(order);
			const isOnePayment = second === null || second.sessionId === first.sessionId;
			await shopper.pay(first);
			if (!isOnePayment) await shopper.pay(second);
			await network.settles(first, 'confirmed');
			if (!isOnePayment) await network.settles(second, 'confirmed');
			await expect.orderIs(order, isOnePayment ? 'paid' : 'flagged');
		}
	},
});
