import { expectFailureHandled, story } from '../scenario.ts';

export const merchantNotJson = story({
	name: 'merchant/not-json',
	title: 'An answer is not JSON: the shopper sees an error, and the next checkout works',
	tags: ['merchant', 'failure'],
	cost: 'A checkout that stays down until you restart the shop.',
	advice: 'Catch errors of the JSON parser, and treat them as an unknown result.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'] },
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({ flow: 'card' });
		await service.breaks('paymentOptions', { kind: 'malform' });
		await expectFailureHandled(context, order);
	},
});
