import { cards, challengeCodes } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

export const edgeSlowChallenge = story({
	name: 'edge/slow-challenge',
	title: 'The shopper takes long for the code of the bank, and the return link to the app fails',
	tags: ['edge', 'challenge', 'return'],
	cost: 'The shopper has paid, the app does not know it, and the order is cancelled.',
	advice:
		'Do not rely on the return. Learn the final state in another way, and wait for the whole window.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		await control.settings({ return: { schemes: ['https', 'shopapp'], showIn: 'never' } });
		const redirectUrl = 'shopapp://orders/43';
		const session = await openCardPage({ payin, shopper }, { market: 'CO', redirectUrl });
		expect.equal(
			'state after submit',
			await shopper.pay(session, { card: cards.challenge }),
			'opened',
		);
		await control.advance('14m');
		const state = await shopper.enterCode(session, challengeCodes.passes);
		expect.equal('state after the code', state, 'processing');
		await shopper.waitFor(session, 'confirmed');
	},
});
