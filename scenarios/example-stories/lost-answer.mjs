import { openCardPage, story } from 'payin-sandbox/scenarios';

export const lostAnswer = story({
	name: 'shop/lost-answer',
	title: 'The answer of payment-options is lost, and the retry leads to a confirmed payment',
	tags: ['shop', 'lost'],
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const order = { market: 'MX', paymentReference: 'order-1002' };
		const match = { endpoint: 'paymentOptions' };
		await control.fault({ match, phase: 'after', fault: { kind: 'close' }, times: 1 });
		const refusal = await payin.attempt.paymentOptions(order);
		expect.equal('first answer', refusal?.kind, 'lost');
		const session = await openCardPage({ payin, shopper }, order);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
