import { cards } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

export const cardDeclinedExpired = story({
	name: 'card/declined-expired',
	title: 'An expired card is declined, with the reason',
	tags: ['card', 'decline'],
	cost: 'The shopper tries the same card again and again, until the attempts are used up.',
	advice: 'Tell the shopper to take another card. Count the attempts of a session.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'PL' });
		await shopper.pay(session, { card: cards.expired });
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'expired_card');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
