import { openBankPage, story } from '../scenario.ts';

export const edgeNeverReturns = story({
	name: 'edge/never-returns',
	title: 'The shopper pays and closes the window: the payment is confirmed all the same',
	tags: ['edge', 'return'],
	cost: 'Orders of shoppers who do not return are paid and never delivered.',
	advice: 'Do not rely on the return. Learn the final state in another way.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openBankPage({ payin, shopper }, { market: 'CO' });
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		await control.advance('1h');
		const { state, final } = await control.payment(session);
		expect.equal('state an hour later', [state, final], ['confirmed', true]);
	},
});
