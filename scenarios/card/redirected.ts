import { cardOption, story } from '../scenario.ts';

export const cardRedirected = story({
	name: 'card/redirected',
	title: 'A card payment reaches the cashier address',
	tags: ['card', 'load'],
	cost: 'The shopper cannot reach the card form: every card sale is lost.',
	advice: 'Compare the requests of your system with those of this story, call by call.',
	needs: 'calls',
	async run({ payin, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const address = await payin.hybridPayment(session, cardOption(session));
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
