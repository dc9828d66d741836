import { expectFaultHandledAtEachCall, story } from '../scenario.ts';

export const merchantNotJson = story({
	name: 'merchant/not-json',
	title:
		'An answer is not JSON, of each call in turn: the shopper sees an error, and the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'A checkout that stays down until you restart the shop.',
	advice: 'Catch errors of the JSON parser, and treat them as an unknown result.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	run: (context) => expectFaultHandledAtEachCall(context, { kind: 'malform' }),
});
