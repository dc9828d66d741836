import { bankOption, firstBank, story } from '../scenario.ts';

/** The clock moves past the shopper's payment window, but not to the network's confirmation one day later. */
const pastTheWindow = '1h';

export const edgeLateConfirmation = story({
	name: 'edge/late-confirmation',
	title: 'A transfer that was paid expires, and is confirmed a day later all the same',
	tags: ['edge', 'bank', 'late'],
	cost: 'The order is cancelled as expired, and the transfer arrives a day later: money without an order.',
	advice: 'Accept a confirmation after an expiry: deliver, or refund automatically.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await payin.paymentOptions({ market: 'PL', outcome: 'LATE' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		await payin.hybridPayment(session, option, bank);
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await control.advance(pastTheWindow);
		expect.equal('state after the window', await shopper.state(session), 'expired');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
		await control.advance('1d');
		expect.equal('state a day later', await shopper.state(session), 'confirmed');
	},
});
