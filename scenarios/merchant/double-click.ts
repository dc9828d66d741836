import { slowAnswers, story } from '../scenario.ts';

export const merchantDoubleClick = story({
	name: 'merchant/double-click',
	title:
		'The shopper clicks twice, so that two checkouts run at once: the order is paid, whichever cashier page the shopper pays',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that you never send.',
	advice: 'Keep every payment of an order, or lock the order while one of its checkouts runs.',
	needs: 'merchant',
	shop: {
		paid: true,
		allows: ['duplicate_order', 'payment_created_twice'],
		forbids: ['suboptions_not_listed'],
	},
	async run({ merchant, shopper, network, service, expect }) {
		// With slow answers, each call of one checkout is open while the other checkout makes the same call.
		await service.change(slowAnswers);
		for (const flow of merchant.flows) {
			for (const paysLast of [false, true]) {
				const order = await merchant.newOrder({ flow });
				const pages = await merchant.checkOutTwice(order);
				const page = (paysLast && pages.at(-1)) || pages[0];
				await shopper.pay(page);
				await network.settles(page, 'confirmed');
				await expect.orderIs(order, 'paid');
			}
		}
		await expect.confirmedPayments(merchant.flows.length * 2);
	},
});
