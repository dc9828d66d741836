import { cards } from '../../simulator/contract/test-values.ts';
import { cardOption, story } from '../scenario.ts';

export const cardDeclined = story({
	name: 'card/declined',
	title: 'A card is declined, and the shopper can still return',
	tags: ['card'],
	cost: 'A declined card looks paid: you deliver without money.',
	advice: 'Treat declined as an open order, and offer another way to pay.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'MX' });
		await payin.hybridPayment(session, cardOption(session));
		await shopper.open(session);
		expect.equal(
			'state after submit',
			await shopper.pay(session, { card: cards.decline }),
			'processing',
		);
		await shopper.waitFor(session, 'declined');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
