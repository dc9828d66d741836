import { expectFailureHandled, story } from '../scenario.ts';

export const merchantNoAnswer = story({
	name: 'merchant/no-answer',
	title:
		'hybrid-payment gets no answer at all: the shopper sees an error within 30 seconds, and the next checkout works',
	tags: ['merchant', 'failure', 'slow'],
	cost: 'Shoppers who wait for minutes, and a shop whose connections are all in use.',
	advice: 'Set a timeout of 10 to 25 seconds for each call. Treat it as an unknown result.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({});
		// One call only, because a right shop waits for its whole timeout.
		await service.breaks('hybridPayment', { kind: 'hang' });
		await expectFailureHandled(context, order);
	},
});
