import { bankOption, firstBank, story } from '../scenario.ts';

export const bankExpiredAtSubmit = story({
	name: 'bank/expired',
	title: "The bank's session ends before the shopper is through, and the return link still works",
	tags: ['bank', 'expired'],
	cost: 'The shopper is stuck at the bank: no return link, and no second attempt.',
	advice: 'Handle a return of an expired payment: say so, and offer to pay again.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'MY', outcome: 'EXPIRE' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		await payin.hybridPayment(session, option, bank);
		await shopper.open(session);
		expect.equal('state after submit', await shopper.pay(session), 'expired');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
