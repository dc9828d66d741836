import { cardOption, openCardPage, story } from '../scenario.ts';

export const edgeSessionExpired = story({
	name: 'edge/session-expired',
	title: 'The shopper chooses after the session has ended, and a new payment helps',
	tags: ['edge', 'expired'],
	cost: 'A shopper who thinks for half an hour cannot pay any more.',
	advice:
		'Start a new payment with payment-options when hybrid-payment says that the session has expired.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const order = { market: 'CO', paymentReference: 'order-of-a-slow-shopper' } as const;
		const old = await payin.paymentOptions(order);
		await control.advance('31m');
		const refusal = await payin.attempt.hybridPayment(old, cardOption(old));
		expect.equal('answer', refusal?.code, 'session_expired');
		const session = await openCardPage({ payin, shopper }, order);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
