import { openCardPage, story } from '../scenario.ts';

export const edgeLostOptionsBefore = story({
	name: 'edge/lost-options-before',
	title: 'The connection breaks before a payment is created, and the retry creates the only one',
	tags: ['edge', 'lost'],
	cost: 'A broken connection loses the sale.',
	advice:
		'Retry with the same reference. Before you send the shopper on, check that the order has one payment.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		await control.fault({
			match: { endpoint: 'paymentOptions' },
			phase: 'before',
			fault: { kind: 'close' },
			times: 1,
		});
		const order = { market: 'CO', paymentReference: 'order-never-created' } as const;
		expect.equal('answer', (await payin.attempt.paymentOptions(order))?.kind, 'lost');
		expect.equal('payments', (await control.payments(order.paymentReference)).length, 0);
		const session = await openCardPage({ payin, shopper }, order);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
		expect.equal('payments after it', (await control.payments(order.paymentReference)).length, 1);
	},
});
