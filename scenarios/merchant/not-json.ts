import { expectFaultHandledAtEachCall, story } from '../scenario.ts';

export const merchantNotJson = story({
	name: 'merchant/not-json',
	title:
		'Each call in turn gets an answer that is not JSON: the shopper sees an error, and the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'A checkout that stays down until you restart the shop.',
	advice: 'Catch errors of the JSON parser, and treat them as an unknown result.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	run: (context) => expectFaultHandledAtEachCall(context, { kind: 'malform' }),
});
