import { bankOption, firstBank, story } from '../scenario.ts';

export const bankReturnedWhileProcessing = story({
	name: 'bank/returned-while-processing',
	title:
		'The shopper returns while the bank is still processing, and the payment stays in processing',
	tags: ['bank', 'return'],
	cost: 'The return is taken for a payment: you deliver although the bank may still decline.',
	advice: 'Show the order as pending when the shopper returns, and wait for the final state.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'CO', outcome: 'HOLD' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		await payin.hybridPayment(session, option, bank);
		await shopper.open(session);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
		expect.equal('state after the return', await shopper.state(session), 'processing');
	},
});
