import { expectPaidWithoutReturn, story } from '../scenario.ts';

export const merchantReportedTwice = story({
	name: 'merchant/reported-twice',
	title:
		'The shop learns twice that a payment is confirmed, later or at the same time: the order is paid once',
	tags: ['merchant', 'twice'],
	cost: 'Refunds for payments that were made once, or goods sent twice.',
	advice:
		'Keep the state of each payment by its transactionId. The same state again changes nothing.',
	needs: 'merchant',
	shop: { paid: true, forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, shopper, network, expect } = context;
		for (const flow of merchant.flows) {
			const page = await expectPaidWithoutReturn(context, flow);
			await network.settles(page, 'confirmed');
			await expect.orderStaysPaid(page.order);
			// Two reports at the same time.
			const order = await merchant.newOrder({ flow });
			const other = await merchant.checkOut(order);
			await shopper.pay(other);
			await network.settles(other, 'confirmed', 2);
			await expect.orderIs(order, 'paid');
			await expect.orderStaysPaid(order);
		}
	},
});
