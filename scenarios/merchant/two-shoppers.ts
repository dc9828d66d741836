import { story } from '../scenario.ts';

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
	async run({ merchant, shopper, network, expect }) {
		for (const flow of merchant.flows) {
			const first = await merchant.newOrder({ flow });
			const second = await merchant.newOrder({ flow });
			const pages = await merchant.checkOutTogether([first, second]);
			const sessions = new Set(pages.map(({ sessionId }) => sessionId));
			expect.equal('the number of sessions', sessions.size, pages.length);
			for (const page of pages) await shopper.pay(page);
			for (const page of pages) {
				await shopper.returnToShop(page);
				await network.settles(page, 'confirmed');
				if (merchant.canSettle) await expect.orderIs(page.order, 'paid');
			}
		}
		await expect.confirmedPayments(2 * merchant.flows.length);
	},
});
