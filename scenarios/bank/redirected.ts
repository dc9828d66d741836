import { bankOption, firstBank, story } from '../scenario.ts';

export const bankRedirected = story({
	name: 'bank/redirected',
	title: 'A bank payment reaches the cashier address',
	tags: ['bank', 'load'],
	cost: 'The shopper cannot reach the bank: every bank sale is lost.',
	advice: 'List the banks in each session, and send the id of the chosen one.',
	needs: 'calls',
	async run({ payin, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		const address = await payin.hybridPayment(session, option, bank);
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
