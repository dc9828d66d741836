import { expectFaultHandledAtEachCall, story } from '../scenario.ts';

export const merchantServerError = story({
	name: 'merchant/server-error',
	title:
		'The service answers 500 once, to each call in turn: the shopper sees an error or pays, and the order is not paid before the payment is',
	tags: ['merchant', 'failure'],
	cost: 'Lost sales, and orders that stay in a wrong state.',
	advice: 'Show an error page, keep the order open, and let the shopper try again.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	run: (context) => expectFaultHandledAtEachCall(context, { kind: 'status', status: 500 }),
});
