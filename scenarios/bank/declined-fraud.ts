import { openBankPage, story } from '../scenario.ts';

export const bankDeclinedFraud = story({
	name: 'bank/declined-fraud',
	title: 'The bank suspects fraud and declines',
	tags: ['bank', 'decline'],
	cost: 'A blocked shopper is sent back to the same dead session again and again.',
	advice: 'Start a new payment for another attempt. Do not show the reason to the shopper.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const bank = 'SIM Bank (suspects fraud)';
		const session = await openBankPage({ payin, shopper }, { market: 'PL' }, bank);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'fraudulent');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
