import { cards } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

export const cardDeclinedCvv = story({
	name: 'card/declined-cvv',
	title: 'A card with a wrong CVV is declined, with the reason',
	tags: ['card', 'decline'],
	cost: 'A typing error ends the sale.',
	advice: 'Keep the order open after a decline: the shopper can correct the code.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'IN' });
		await shopper.pay(session, { card: cards.badCvv });
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'incorrect_cvc');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
