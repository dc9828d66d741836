import { slowAnswers, story } from '../scenario.ts';
import type { ShopOrder } from '../shop.ts';

export const merchantTwoShoppers = story({
	name: 'merchant/two-shoppers',
	title:
		'Two shoppers check out at the same time: each pays an order of their own and returns to it',
	tags: ['merchant', 'return', 'duplicate'],
	cost: 'Shoppers who pay the order of another shopper, and see the name of that shopper.',
	advice:
		'Keep the order, the customer and the session in variables of one request, never in those that requests share.',
	needs: 'merchant',
	shop: { forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, service, expect }) {
		// With slow answers, each call of one checkout is open while the other checkout makes the same call.
		await service.change(slowAnswers);
		// Two orders of one kind, and one of each: the option and the bank belong to the order too.
		const pairs = merchant.flows.map((flow) => [flow, flow]);
		if (merchant.flows.length > 1) pairs.push([...merchant.flows]);
		for (const flows of pairs) {
			const orders: ShopOrder[] = [];
			for (const flow of flows) orders.push(await merchant.newOrder({ flow }));
			const pages = await merchant.checkOutTogether(orders);
			const sessions = new Set(pages.map(({ sessionId }) => sessionId));
			expect.equal('the number of sessions', sessions.size, pages.length);
			for (const page of pages) await shopper.pay(page);
			for (const page of pages) {
				await shopper.returnToShop(page);
				await network.settles(page, 'confirmed');
				if (merchant.canSettle) await expect.orderIs(page.order, 'paid');
			}
		}
		await expect.confirmedPayments(pairs.flat().length);
	},
});
