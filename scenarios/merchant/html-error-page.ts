import { expectFailureHandled, story } from '../scenario.ts';

export const merchantHtmlErrorPage = story({
	name: 'merchant/html-error-page',
	title:
		'A proxy answers with an HTML page: the shopper sees an error, never thanks, and the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'A checkout that stays down, or thanks shoppers who have not paid.',
	advice: 'Check status and content type before you parse an answer.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({ flow: 'card' });
		await service.breaks('paymentOptions', { kind: 'content-type' }, 'before');
		await expectFailureHandled(context, order);
	},
});
