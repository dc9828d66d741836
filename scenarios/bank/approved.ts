import { bankOption, firstBank, story } from '../scenario.ts';

export const bankApproved = story({
	name: 'bank/approved',
	title: 'A bank transfer is confirmed after processing',
	tags: ['bank'],
	cost: 'Confirmed transfers stay open: the shopper has paid and gets nothing.',
	advice: 'Wait for the state confirmed. A transfer can take minutes.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'MX' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		await payin.hybridPayment(session, option, bank);
		await shopper.open(session);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
