import { story } from '../scenario.ts';

export const merchantNextOrder = story({
	name: 'merchant/next-order',
	title: 'After a paid order, the next one gets a session of its own',
	tags: ['merchant', 'duplicate'],
	cost: 'Shoppers who are sent to a payment that is already paid, and orders that are mixed up.',
	advice:
		'Call payment-options for each order. Never store session or option ids for later orders.',
	needs: 'merchant',
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({});
		const page = await merchant.checkOut(order);
		await shopper.pay(page);
		await network.settles(page, 'confirmed');
		const next = await merchant.newOrder({});
		const nextPage = await merchant.checkOut(next);
		expect.ok('another session for the next order', nextPage.sessionId !== page.sessionId);
		await shopper.pay(nextPage);
		await network.settles(nextPage, 'confirmed');
		if (merchant.canSettle) await expect.orderIs(next, 'paid');
	},
});
