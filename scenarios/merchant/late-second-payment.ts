import { expectPaidByNextPayment, story } from '../scenario.ts';

export const merchantLateSecondPayment = story({
	name: 'merchant/late-second-payment',
	title:
		'The payment expires, the shopper checks out again and pays, and the network confirms the first payment a day later: marked for a refund',
	tags: ['merchant', 'duplicate', 'late'],
	cost: 'Double charges that you notice when the shopper complains.',
	advice:
		'Accept confirmed after expired, and mark the second payment for a refund (order.flagged).',
	needs: 'merchant',
	shop: {
		paid: true,
		allows: ['same_reference_confirmed_twice', 'duplicate_order'],
		forbids: ['suboptions_not_listed'],
	},
	async run(context) {
		const { merchant, shopper, network, service, expect } = context;
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const first = await merchant.checkOut(order);
			await service.decide(first, 'LATE');
			await shopper.pay(first);
			await network.settles(first, 'expired');
			const second = await merchant.checkOutAfterEnd(first);
			await expectPaidByNextPayment(context, order, second);
			await network.settles(first, 'confirmed');
			// Without a second payment of this order, the shopper has paid a new order: each has one payment.
			await expect.orderIs(order, second === null ? 'paid' : 'flagged');
		}
	},
});
