import { openCardPage, story } from '../scenario.ts';

export const edgeTwoTabs = story({
	name: 'edge/two-tabs',
	title: 'The shopper has the cashier open in two tabs, pays in one and cancels in the other',
	tags: ['edge', 'twice'],
	cost: 'The second tab cancels a payment that is under way: the money moves, and the order is gone.',
	advice: 'Refuse a cancel once the payment is in processing, and show its state in every tab.',
	needs: 'control',
	async run({ payin, shopper, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'CO' });
		await shopper.open(session);
		expect.equal('state in the first tab', await shopper.pay(session), 'processing');
		const second = await shopper.attempt.cancel(session);
		expect.equal('cancel in the second tab', second?.code, 'not_allowed_in_state');
		await shopper.waitFor(session, 'confirmed');
	},
});
