import { expectFailureHandled, story } from '../scenario.ts';

export const merchantLostOptionsAnswer = story({
	name: 'merchant/lost-options-answer',
	title:
		'The answer of payment-options is lost after the payment was created: the order is paid once',
	tags: ['merchant', 'failure', 'lost'],
	cost: 'Orders that can never be paid, and payments at the service that you do not know.',
	advice: 'Store the reference before the call, and send the same one when you try again.',
	needs: 'merchant',
	shop: { allows: ['refusal_ignored'], forbids: ['retried_without_pause'] },
	async run(context) {
		const { merchant, service } = context;
		const loseAnswer = () => service.breaks('paymentOptions', { kind: 'close' }, 'after');
		// Two orders, because on a busy machine a client that repeats at once may be too slow for the finding
		// `retried_without_pause`.
		for (const _ of ['first', 'second']) {
			const lost = await merchant.newOrder({});
			await loseAnswer();
			await merchant.tryToCheckOut(lost);
			await service.heal();
		}
		const order = await merchant.newOrder({});
		await loseAnswer();
		await expectFailureHandled(context, order);
	},
});
