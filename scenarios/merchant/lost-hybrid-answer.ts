import { expectFailureHandled, story } from '../scenario.ts';

export const merchantLostHybridAnswer = story({
	name: 'merchant/lost-hybrid-answer',
	title:
		'The answer of hybrid-payment is lost after the choice was stored: the shopper can try again',
	tags: ['merchant', 'failure', 'lost'],
	cost: 'Orders that can never be paid, or that are paid twice.',
	advice:
		'Repeat the same choice in the same session, or start a new payment under the same reference.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'], forbids: ['retried_without_pause'] },
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({});
		await service.breaks('hybridPayment', { kind: 'close' }, 'after');
		await expectFailureHandled(context, order);
	},
});
