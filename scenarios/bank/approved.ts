import { bankOption, story } from '../scenario.ts';

export const bankApproved = story({
	name: 'bank/approved',
	title: 'A bank transfer is confirmed after processing',
	tags: ['bank'],
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'MX' });
		const option = bankOption(session);
		const [bank] = await payin.paymentSuboptions(session, option);
		if (!bank) throw new Error('The bank list is empty.');
		await payin.hybridPayment(session, option, bank);
		await shopper.open(session);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
