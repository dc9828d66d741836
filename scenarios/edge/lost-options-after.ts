import { openCardPage, story } from '../scenario.ts';

export const edgeLostOptionsAfter = story({
	name: 'edge/lost-options-after',
	title:
		'A payment is created and its answer is lost: the retry creates a second one, and one is paid',
	tags: ['edge', 'lost'],
	cost: 'The order has a payment that you do not know: the shopper may pay it as well.',
	advice:
		'Retry with the same reference. Before you send the shopper on, check that the order has one payment.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		await control.fault({
			match: { endpoint: 'paymentOptions' },
			phase: 'after',
			fault: { kind: 'close' },
			times: 1,
		});
		const order = { market: 'CO', paymentReference: 'order-with-a-lost-payment' } as const;
		expect.equal('answer', (await payin.attempt.paymentOptions(order))?.kind, 'lost');
		expect.equal('payments', (await control.payments(order.paymentReference)).length, 1);
		const session = await openCardPage({ payin, shopper }, order);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
		const states = (await control.payments(order.paymentReference)).map(({ state }) => state);
		expect.equal('states', states.sort(), ['confirmed', 'created']);
	},
});
