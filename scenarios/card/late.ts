import { cardOption, story } from '../scenario.ts';

/** The clock moves past the shopper's payment window, but not to the network's confirmation one day later. */
const pastTheWindow = '1h';

export const cardLate = story({
	name: 'card/late',
	title: 'A payment that was not submitted expires, and is confirmed a day later all the same',
	tags: ['card', 'late'],
	cost: 'The order is cancelled as expired, and the money arrives a day later: a refund by hand, or an angry shopper.',
	advice: 'Accept a confirmation after an expiry: deliver, or refund automatically.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await payin.paymentOptions({ market: 'CO', outcome: 'LATE' });
		await payin.hybridPayment(session, cardOption(session));
		await shopper.open(session);
		await control.advance(pastTheWindow);
		expect.equal('state after the window', await shopper.state(session), 'expired');
		await control.advance('1d');
		expect.equal('state a day later', await shopper.state(session), 'confirmed');
	},
});
