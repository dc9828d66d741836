import { cardOption, story } from '../scenario.ts';

export const edgeSuboptionsForCard = story({
	name: 'edge/suboptions-for-card',
	title: 'A list of banks for the card is refused, and the card can be paid',
	tags: ['edge', 'card'],
	cost: 'A client that always asks for banks never gets to the card form.',
	advice: 'Call payment-suboptions only for options without extraData.',
	needs: 'control',
	async run({ payin, expect }) {
		const session = await payin.paymentOptions({ market: 'PL' });
		const card = cardOption(session);
		const refusal = await payin.attempt.paymentSuboptions(session, card);
		expect.equal('answer', refusal?.code, 'option_has_no_suboptions');
		const address = await payin.hybridPayment(session, card);
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
