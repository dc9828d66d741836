import { bankOption, firstBank, story } from '../scenario.ts';

export const edgeErrorThenRetry = story({
	name: 'edge/error-then-retry',
	title: 'Each call fails once with 500, and its retry succeeds',
	tags: ['edge', 'fault'],
	cost: 'One failure of the service loses the sale.',
	advice:
		'Retry a 5xx after a pause, with the same reference. Stop after a few attempts and show an error.',
	needs: 'control',
	async run({ payin, control, expect }) {
		await control.fault({ fault: { kind: 'status', status: 500 }, times: 1 });
		const order = { market: 'MX', paymentReference: 'order-with-failures' } as const;
		expect.equal('first try', (await payin.attempt.paymentOptions(order))?.status, 500);
		const session = await payin.paymentOptions(order);
		const option = bankOption(session);
		await control.fault({ fault: { kind: 'status', status: 500 }, times: 1 });
		const list = await payin.attempt.paymentSuboptions(session, option);
		expect.equal('first list', list?.status, 500);
		const bank = await firstBank(payin, session, option);
		await control.fault({ fault: { kind: 'status', status: 500 }, times: 1 });
		const choice = await payin.attempt.hybridPayment(session, option, bank);
		expect.equal('first choice', choice?.status, 500);
		await payin.hybridPayment(session, option, bank);
		expect.equal(
			'payments of the order',
			(await control.payments(order.paymentReference)).length,
			1,
		);
	},
});
