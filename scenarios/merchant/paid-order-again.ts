import { expectPaidWithoutReturn, story } from '../scenario.ts';

export const merchantPaidOrderAgain = story({
	name: 'merchant/paid-order-again',
	title: 'The shopper checks out an order that is paid already: there is no second payment',
	tags: ['merchant', 'duplicate'],
	cost: 'Shoppers who go back and pay twice, and refunds that you pay for.',
	advice: 'Before a checkout, read the state of the order. If it is paid, show that instead.',
	needs: 'merchant',
	shop: { paid: true, forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, expect } = context;
		for (const flow of merchant.flows) {
			const page = await expectPaidWithoutReturn(context, flow);
			const { order, transactionId } = page;
			const again = (await merchant.checkOutPaid(order)) ?? page;
			expect.equal(
				`the payment after the second checkout of the paid order ${order.reference}`,
				again.transactionId,
				transactionId,
			);
			await expect.orderStaysPaid(order);
		}
	},
});
