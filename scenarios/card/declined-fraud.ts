import { cards } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

export const cardDeclinedFraud = story({
	name: 'card/declined-fraud',
	title: 'A card under suspicion of fraud is declined, and the session takes no other',
	tags: ['card', 'decline'],
	cost: 'A blocked shopper is sent back to the same dead session again and again.',
	advice: 'Start a new payment for another attempt. Do not show the reason to the shopper.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'MX' });
		await shopper.pay(session, { card: cards.fraud });
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'fraudulent');
		const again = await shopper.attempt.pay(session, { card: cards.approve });
		expect.equal('second card', again?.code, 'not_allowed_in_state');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
