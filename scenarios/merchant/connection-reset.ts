import { expectFaultHandledAtEachCall, story } from '../scenario.ts';

export const merchantConnectionReset = story({
	name: 'merchant/connection-reset',
	title:
		'The connection is reset before the service does anything, at each call in turn: the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'Lost sales, and a second payment where the HTTP client re-sends by itself.',
	advice:
		'Treat a reset as an unknown result: show an error, and reuse the reference for the next try.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'], forbids: ['retried_without_pause'] },
	run: (context) => expectFaultHandledAtEachCall(context, { kind: 'reset' }, 'before'),
});
