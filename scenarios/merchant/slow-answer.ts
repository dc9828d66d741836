import { story } from '../scenario.ts';

export const merchantSlowAnswer = story({
	name: 'merchant/slow-answer',
	title: 'An answer takes three seconds, and the shop waits for it',
	tags: ['merchant', 'failure', 'slow'],
	cost: 'Payments that the service has created and you do not know, whenever the service is slow.',
	advice: 'Wait at least ten seconds for an answer. Treat a timeout as an unknown result.',
	needs: 'merchant',
	shop: { forbids: ['client_left_early'] },
	async run({ merchant, service, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		await service.breaks('paymentOptions', { kind: 'delay', law: { fixed: '3s' } });
		await merchant.checkOut(order);
		await expect.orderIsNotPaid(order);
	},
});
