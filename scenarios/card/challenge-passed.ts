import { cards, challengeCodes } from '../../simulator/contract/test-values.ts';
import { cardOption, story } from '../scenario.ts';

export const cardChallengePassed = story({
	name: 'card/challenge-passed',
	title: 'The bank asks for a code, and the right one leads to a confirmed payment',
	tags: ['card', 'challenge'],
	cost: 'Payments with a code of the bank are lost: in some markets that is most of them.',
	advice:
		'Give the shopper the whole window. The payment is open while the bank asks for the code.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'BR' });
		await payin.hybridPayment(session, cardOption(session));
		await shopper.open(session);
		expect.equal(
			'state after submit',
			await shopper.pay(session, { card: cards.challenge }),
			'opened',
		);
		expect.equal(
			'state after the code',
			await shopper.enterCode(session, challengeCodes.passes),
			'processing',
		);
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
