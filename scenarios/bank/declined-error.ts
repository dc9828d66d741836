import { openBankPage, story } from '../scenario.ts';

export const bankDeclinedByProcessingError = story({
	name: 'bank/declined-error',
	title: 'The bank fails, and the transfer is declined',
	tags: ['bank', 'decline'],
	cost: 'A failure of the bank looks like a transfer in progress: the order hangs.',
	advice: 'Treat a processing error as a decline that may be tried again at once.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const bank = 'SIM Bank (fails)';
		const session = await openBankPage({ payin, shopper }, { market: 'MY' }, bank);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'processing_error');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
