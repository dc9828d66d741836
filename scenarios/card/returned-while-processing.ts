import { cards } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

export const cardReturnedWhileProcessing = story({
	name: 'card/returned-while-processing',
	title:
		'The shopper returns while the network is still processing, and the payment stays in processing',
	tags: ['card', 'return'],
	cost: 'The return is taken for a payment: you deliver although the card may still be declined.',
	advice: 'Show the order as pending when the shopper returns, and wait for the final state.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'ZA' });
		const state = await shopper.pay(session, { card: cards.hold });
		expect.equal('state after submit', state, 'processing');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
		await control.advance('1h');
		expect.equal('state an hour after the return', await shopper.state(session), 'processing');
	},
});
