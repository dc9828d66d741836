import { expectFaultHandledAtEachCall, story } from '../scenario.ts';

export const merchantHtmlPageAsSuccess = story({
	name: 'merchant/html-page-as-success',
	title:
		'A proxy answers with an HTML page and status 200, to each call in turn: the shopper sees an error, and the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'A checkout that stays down until you restart the shop.',
	advice: 'Check the content type before you parse an answer, also when its status is 200.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	run: (context) =>
		expectFaultHandledAtEachCall(context, { kind: 'content-type', status: 200 }, 'before'),
});
