import { story } from '../scenario.ts';

export const edgeTimeoutAfterEffect = story({
	name: 'edge/timeout-after-effect',
	title:
		'The payment is created and its answer does not come in time; the retry gets the same payment',
	tags: ['edge', 'lost'],
	cost: 'Each timeout leaves a second payment that the shopper can pay.',
	advice:
		'Retry with the same reference or key, and ask the provider which of them the service reads (D-34, D-35).',
	needs: 'control',
	async run({ payin, control, expect }) {
		await control.settings({ reference: { duplicate: 'replay' } });
		await control.fault({
			match: { endpoint: 'paymentOptions' },
			phase: 'after',
			fault: { kind: 'hang', for: '2m' },
			times: 1,
		});
		const order = { market: 'CO', paymentReference: 'order-with-a-timeout' } as const;
		const refusal = await payin.attempt.paymentOptions({ ...order, timeoutMs: 500 });
		expect.equal('answer', refusal?.kind, 'lost');
		const session = await payin.paymentOptions(order);
		const payments = await control.payments(order.paymentReference);
		expect.equal(
			'payments of the order',
			payments.map((one) => one.transactionId),
			[session.transactionId],
		);
	},
});
