import { cards } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

export const cardDeclinedByProcessingError = story({
	name: 'card/declined-error',
	title: 'The network fails, and the payment is declined',
	tags: ['card', 'decline'],
	cost: 'A failure of the network looks like a payment in progress: the order hangs.',
	advice: 'Treat a processing error as a decline that may be tried again at once.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'CL' });
		await shopper.pay(session, { card: cards.error });
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'processing_error');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
