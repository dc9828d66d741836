import { story } from '../scenario.ts';

export const merchantSlowAnswer = story({
	name: 'merchant/slow-answer',
	title:
		'An answer of payment-options, or of hybrid-payment, takes three seconds: the shop waits for it',
	tags: ['merchant', 'failure', 'slow'],
	cost: 'Payments that the service has created and you do not know, whenever the service is slow.',
	advice: 'Wait at least ten seconds for an answer. Treat a timeout as an unknown result.',
	needs: 'merchant',
	shop: { forbids: ['client_left_early'] },
	async run({ merchant, service, expect }) {
		for (const call of ['paymentOptions', 'hybridPayment'] as const) {
			const order = await merchant.newOrder({});
			await service.breaks(call, { kind: 'delay', law: { fixed: '3s' } });
			await merchant.checkOut(order);
			await expect.orderIsNotPaid(order);
		}
	},
});
