import { expectFailureHandled, story } from '../scenario.ts';

export const merchantServerError = story({
	name: 'merchant/server-error',
	title:
		'The service answers 500 once: the shopper sees an error or pays, and the order is not paid before the payment is',
	tags: ['merchant', 'failure'],
	cost: 'Lost sales, and orders that stay in a wrong state.',
	advice: 'Show an error page, keep the order open, and let the shopper try again.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({ flow: 'card' });
		await service.breaks('paymentOptions', { kind: 'status', status: 500 });
		await expectFailureHandled(context, order);
	},
});
