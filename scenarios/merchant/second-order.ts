import { story } from '../scenario.ts';

export const merchantSecondOrder = story({
	name: 'merchant/second-order',
	title:
		'A shopper leaves an order at the cashier, and places another one in the same browser: each payment pays its own order',
	tags: ['merchant', 'duplicate', 'return'],
	cost: 'Shoppers who pay the wrong amount, because the shop sends them to the payment of an earlier order.',
	advice:
		'Keep the payment with its order. Do not keep it in the session of the browser, which has many orders.',
	needs: 'merchant',
	shop: { paid: true, forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, expect }) {
		for (const flow of merchant.flows) {
			const left = await merchant.newOrder({ flow });
			const leftPage = await merchant.checkOut(left);
			const order = await merchant.newOrder({ flow, sameShopperAs: left, mayBeRefused: true });
			const page = await merchant.tryToCheckOut(order);
			if (page) {
				expect.ok(
					'the second order has a payment of its own',
					page.sessionId !== leftPage.sessionId,
				);
				await shopper.pay(page);
				await shopper.returnToShop(page);
				await network.settles(page, 'confirmed');
				await expect.orderIs(order, 'paid');
				await expect.orderIsNotPaid(left);
			}
			// The page of the first order is still open in another tab. A shop that has given that order up refunds it.
			await shopper.pay(leftPage);
			await shopper.returnToShop(leftPage);
			await network.settles(leftPage, 'confirmed');
			await expect.orderIs(left, 'paid', 'flagged');
		}
	},
});
