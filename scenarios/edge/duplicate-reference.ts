import { cardOption, story } from '../scenario.ts';

export const edgeDuplicateReference = story({
	name: 'edge/duplicate-reference',
	title:
		'A reference that was used before gets a new payment, or is refused where the service wants it so',
	tags: ['edge', 'twice'],
	cost: 'One order has two payments, and the shopper can pay both.',
	advice:
		'Look up the payment of an order before you create another one. Ask the provider whether a reference may be repeated (D-34).',
	needs: 'control',
	async run({ payin, control, expect }) {
		const order = { market: 'CO', paymentReference: 'order-with-two-payments' } as const;
		const first = await payin.paymentOptions(order);
		const second = await payin.paymentOptions(order);
		expect.ok('two payments', first.transactionId !== second.transactionId);
		await control.settings({ reference: { duplicate: 'reject' } });
		const refusal = await payin.attempt.paymentOptions(order);
		expect.equal('answer to the third', refusal?.code, 'duplicate_reference');
		await payin.hybridPayment(second, cardOption(second));
		expect.equal(
			'payments of the order',
			(await control.payments(order.paymentReference)).length,
			2,
		);
	},
});
