import { openCardPage, story } from '../scenario.ts';

export const edgeZeroDecimals = story({
	name: 'edge/zero-decimals',
	title: 'An amount in a currency without decimals is charged as it is',
	tags: ['edge', 'amount'],
	cost: 'The shopper is charged a hundred times too much, or you are paid a hundredth.',
	advice: 'Send major units: 7800 for 7,800 JPY. Convert from your own unit in one place.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'JP', amount: 7800 });
		const { amount, majorAmount, currency } = await control.payment(session);
		expect.equal('amount', [amount, majorAmount, currency], [7800, '7800', 'JPY']);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
