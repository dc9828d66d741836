import { story } from '../scenario.ts';

export const merchantForgedReturn = story({
	name: 'merchant/forged-return',
	title: 'A visitor opens the return address without paying: the order is not paid',
	tags: ['merchant', 'return'],
	cost: 'Goods sent without a payment, to any visitor who edits an address.',
	advice:
		'Let nothing in the return address change an order. Only a confirmed state makes it paid.',
	needs: 'merchant',
	async run({ merchant, shopper, expect }) {
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const page = await merchant.checkOut(order);
			await shopper.forgeReturn(page);
			await expect.orderIsNotPaid(order);
			await shopper.forgeReturn(page, 'status=paid&state=confirmed');
			await shopper.forgeReturn(page, 'status=success&result=success&paid=true&success=1');
			await shopper.forgeReturn(page, 'status=approved&result=ok&approved=true&outcome=confirmed');
			await expect.orderIsNotPaid(order);
		}
	},
});
