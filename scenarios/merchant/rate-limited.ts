import { expectFaultHandledAtEachCall, story } from '../scenario.ts';

export const merchantRateLimited = story({
	name: 'merchant/rate-limited',
	title: 'The service answers 429 with Retry-After, to each call in turn: the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'Lost sales at your busiest hour.',
	advice: 'Follow Retry-After, or show an error page. Do not retry at once.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'], forbids: ['retried_without_pause'] },
	run: (context) =>
		expectFaultHandledAtEachCall(context, { kind: 'status', status: 429, retryAfter: '1s' }),
});
