import { cards } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

export const cardDeclinedFunds = story({
	name: 'card/declined-funds',
	title: 'A card without funds is declined, with the reason',
	tags: ['card', 'decline'],
	cost: 'The shopper does not learn that another card would do: the sale is lost.',
	advice: 'Offer another way to pay after each decline. The session stays open for it.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'BR' });
		await shopper.pay(session, { card: cards.funds });
		await shopper.waitFor(session, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'insufficient_funds');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
