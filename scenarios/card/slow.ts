import { cards } from '../../simulator/contract/test-values.ts';
import { openCardPage, story } from '../scenario.ts';

const anHour = 60 * 60_000;

export const cardSlow = story({
	name: 'card/slow',
	title: 'The network takes ten times as long, and confirms the card',
	tags: ['card', 'slow'],
	cost: 'The order of a slow payment is cancelled, and the money arrives all the same.',
	advice:
		'Wait as long as the longest processing that you have seen. Do not cancel while the state is processing.',
	needs: 'control',
	async run({ payin, shopper, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'TH' });
		expect.equal(
			'state after submit',
			await shopper.pay(session, { card: cards.slow }),
			'processing',
		);
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
		await shopper.waitFor(session, 'confirmed', anHour);
	},
});
