import { story } from '../scenario.ts';

export const merchantExpired = story({
	name: 'merchant/expired',
	title: 'The payment expires as the shopper pays, by card or by bank: the order is not paid',
	tags: ['merchant', 'expired'],
	cost: 'Goods sent for payments that came too late.',
	advice: 'Mark an order as paid only for confirmed. Expired says that nothing was paid.',
	needs: 'merchant',
	shop: { forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, service, expect }) {
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const page = await merchant.checkOut(order);
			await service.decide(page, 'EXPIRE');
			await shopper.pay(page);
			await shopper.returnToShop(page);
			// The report may put right what the return made wrong.
			await expect.orderIsNotPaid(order);
			await network.settles(page, 'expired');
			await expect.orderIsNotPaid(order);
		}
	},
});
