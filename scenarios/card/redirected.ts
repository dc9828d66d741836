import { cardOption, story } from '../scenario.ts';

export const cardRedirected = story({
	name: 'card/redirected',
	title: 'A card payment reaches the cashier address',
	tags: ['card', 'load'],
	needs: 'calls',
	async run({ payin, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const address = await payin.hybridPayment(session, cardOption(session));
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
