import { openBankPage, story } from '../scenario.ts';

export const bankDeclined = story({
	name: 'bank/declined',
	title: 'A transfer is declined by the bank, and the shopper can still return',
	tags: ['bank', 'decline'],
	cost: 'A declined transfer looks paid: you deliver without money.',
	advice: 'Treat declined as an open order, and offer another bank or a card.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const bank = 'SIM Bank (declines)';
		const session = await openBankPage({ payin, shopper }, { market: 'CO' }, bank);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'generic_decline');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
