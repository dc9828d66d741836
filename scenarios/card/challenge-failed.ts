import { cards, challengeCodes } from '../../simulator/contract/test-values.ts';
import { cardOption, story } from '../scenario.ts';

export const cardChallengeFailed = story({
	name: 'card/challenge-failed',
	title: 'The bank asks for a code, and a wrong one declines the payment at once',
	tags: ['card', 'challenge'],
	cost: 'A payment that failed its challenge looks paid or hangs forever.',
	advice: 'Treat it as a decline, and offer another way to pay.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'PL' });
		await payin.hybridPayment(session, cardOption(session));
		await shopper.open(session);
		expect.equal(
			'state after submit',
			await shopper.pay(session, { card: cards.challenge }),
			'opened',
		);
		expect.equal(
			'state after the code',
			await shopper.enterCode(session, challengeCodes.fails),
			'declined',
		);
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
