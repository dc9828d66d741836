import { openBankPage, story } from '../scenario.ts';

export const bankDeclinedFunds = story({
	name: 'bank/declined-funds',
	title: 'An account without funds is declined, with the reason',
	tags: ['bank', 'decline'],
	cost: 'The shopper does not learn that another account would do: the sale is lost.',
	advice: 'Offer another way to pay after each decline.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const bank = 'SIM Bank (insufficient funds)';
		const session = await openBankPage({ payin, shopper }, { market: 'MX' }, bank);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'insufficient_funds');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
