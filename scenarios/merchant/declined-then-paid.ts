import { story } from '../scenario.ts';

export const merchantDeclinedThenPaid = story({
	name: 'merchant/declined-then-paid',
	title: 'A declined shopper tries again at the cashier, and the second attempt is confirmed',
	tags: ['merchant', 'declined'],
	cost: 'Paid orders that stay failed: money taken, nothing sent.',
	advice:
		'Accept confirmed after declined for the same payment. A duplicate check must compare the state too.',
	needs: 'merchant',
	shop: { paid: true, forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, service, expect }) {
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const page = await merchant.checkOut(order);
			await service.decide(page, 'DECLINE,APPROVE');
			await shopper.pay(page);
			await network.settles(page, 'declined');
			await shopper.pay(page);
			await network.settles(page, 'confirmed');
			await shopper.returnToShop(page);
			await expect.orderIs(order, 'paid');
		}
	},
});
