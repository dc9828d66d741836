import { expectPaidByNextPayment, story } from '../scenario.ts';

export const merchantExpiredThenPaid = story({
	name: 'merchant/expired-then-paid',
	title: 'The payment expires, the shopper checks out again and pays: the order is paid',
	tags: ['merchant', 'duplicate', 'expired'],
	cost: 'Orders that can never be paid, because the shop sends the shopper to a payment that has ended.',
	advice: 'Never send a shopper to a payment that has ended: call payment-options again.',
	needs: 'merchant',
	shop: { paid: true, forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, shopper, network, service } = context;
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const first = await merchant.checkOut(order);
			await service.decide(first, 'EXPIRE');
			await shopper.pay(first);
			await network.settles(first, 'expired');
			await expectPaidByNextPayment(context, order, await merchant.checkOutAfterEnd(first));
		}
	},
});
