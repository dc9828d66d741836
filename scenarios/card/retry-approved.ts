import { cards } from '../../simulator/contract/test-values.ts';
import { cardOption, story } from '../scenario.ts';

export const cardRetryApproved = story({
	name: 'card/retry-approved',
	title: 'A shopper without funds takes another card, and that one is confirmed',
	tags: ['card', 'retry'],
	cost: 'A shopper who takes another card is turned away: the sale is lost.',
	advice: 'Leave the session open after a decline: the shopper may try again in the same one.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'ZA' });
		await payin.hybridPayment(session, cardOption(session));
		await shopper.open(session);
		expect.equal(
			'state after the first card',
			await shopper.pay(session, { card: cards.funds }),
			'processing',
		);
		await shopper.waitFor(session, 'declined');
		expect.equal(
			'state after the second card',
			await shopper.pay(session, { card: cards.approve }),
			'processing',
		);
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
