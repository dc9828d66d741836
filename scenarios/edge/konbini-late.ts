import { bankOption, firstBank, story } from '../scenario.ts';

export const edgeKonbiniConfirmedAfterExpiry = story({
	name: 'edge/konbini-late',
	title:
		'A slip for a store is paid as its week ends: expired after seven days, confirmed on the eighth',
	tags: ['edge', 'late'],
	cost: 'A slip that was paid on its last day counts as expired: the shopper has a receipt and gets nothing.',
	advice: 'Keep orders with a slip open for a day after their window. The store reports late.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await payin.paymentOptions({ market: 'JP', outcome: 'LATE' });
		const konbini = bankOption(session);
		const store = await firstBank(payin, session, konbini);
		await payin.hybridPayment(session, konbini, store);
		await shopper.open(session);
		await control.advance('167h');
		expect.equal('state an hour before the week is over', await shopper.state(session), 'opened');
		await control.advance('1h');
		expect.equal('state after the week', await shopper.state(session), 'expired');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
		await control.advance('23h');
		expect.equal('state an hour before the news', await shopper.state(session), 'expired');
		await control.advance('1h');
		expect.equal('state on the eighth day', await shopper.state(session), 'confirmed');
	},
});
