import { bankOption, firstBank, openBankPage, story } from '../scenario.ts';

export const edgeSessionForgotten = story({
	name: 'edge/session-forgotten',
	title: 'The service forgets the session between the second and the third call',
	tags: ['edge', 'session'],
	cost: 'A restart of the service leaves the shopper with an error that never goes away.',
	advice:
		'Start a new payment when a session is unknown. Do not retry hybrid-payment with the old one.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const order = { market: 'CO', paymentReference: 'order-of-a-forgotten-session' } as const;
		const lost = await payin.paymentOptions(order);
		const option = bankOption(lost);
		const bank = await firstBank(payin, lost, option);
		await control.reset();
		const refusal = await payin.attempt.hybridPayment(lost, option, bank);
		expect.equal('answer', refusal?.code, 'session_not_found');
		const session = await openBankPage({ payin, shopper }, order);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
