import { expectFailureHandled, story } from '../scenario.ts';

export const merchantRateLimited = story({
	name: 'merchant/rate-limited',
	title: 'The service answers 429 with Retry-After: the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'Lost sales at your busiest hour.',
	advice: 'Follow Retry-After, or show an error page. Do not retry at once.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'], forbids: ['retried_without_pause'] },
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({ flow: 'card' });
		await service.breaks('paymentOptions', { kind: 'status', status: 429, retryAfter: '1s' });
		await expectFailureHandled(context, order);
	},
});
