import { story } from '../scenario.ts';

export const merchantLateConfirmation = story({
	name: 'merchant/late-confirmation',
	title:
		'The payment expires, and the network confirms it a day later: the order is paid, or marked for a refund',
	tags: ['merchant', 'late'],
	cost: 'Money that you have taken and cannot match with an order.',
	advice: 'Accept confirmed after expired: deliver, or refund automatically (order.flagged).',
	needs: 'merchant',
	shop: { paid: true, forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, service, expect }) {
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const page = await merchant.checkOut(order);
			await service.decide(page, 'LATE');
			await shopper.pay(page);
			await network.settles(page, 'expired');
			await expect.orderIsNotPaid(order);
			await network.settles(page, 'confirmed');
			// A shop may have sold the goods meanwhile, and then pays the money back.
			await expect.orderIs(order, 'paid', 'flagged');
		}
	},
});
