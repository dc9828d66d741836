import { expectFaultHandledAtEachCall, story } from '../scenario.ts';

export const merchantHtmlErrorPage = story({
	name: 'merchant/html-error-page',
	title:
		'A proxy answers with an HTML page, to each call in turn: the shopper sees an error, never thanks, and the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'A checkout that stays down, or thanks shoppers who have not paid.',
	advice: 'Check status and content type before you parse an answer.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	run: (context) => expectFaultHandledAtEachCall(context, { kind: 'content-type' }, 'before'),
});
