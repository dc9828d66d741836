import { failureIsHandled, story } from '../scenario.ts';

export const merchantLostOptionsAnswer = story({
	name: 'merchant/lost-options-answer',
	title:
		'The answer of payment-options is lost after the payment was created: the order is paid once',
	tags: ['merchant', 'failure', 'lost'],
	cost: 'Double charges: the service has a payment that you do not know, and you create another one.',
	advice: 'Store the reference before the call, and send the same one when you try again.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'], forbids: ['retried_without_pause'] },
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({ flow: 'card' });
		await service.breaks('paymentOptions', { kind: 'close' }, 'after');
		await failureIsHandled(context, order);
	},
});
