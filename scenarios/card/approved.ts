import { cards } from '../../simulator/contract/test-values.ts';
import { cardOption, story } from '../scenario.ts';

export const cardApproved = story({
	name: 'card/approved',
	title: 'A card is approved after processing',
	tags: ['card'],
	cost: 'Approved cards are not confirmed: the money moves, and the order stays open.',
	advice:
		'Wait for the state confirmed before you deliver. Do not take the return of the shopper for it.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		await payin.hybridPayment(session, cardOption(session));
		await shopper.open(session);
		expect.equal(
			'state after submit',
			await shopper.pay(session, { card: cards.approve }),
			'processing',
		);
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
