import { openCardPage, story } from '../scenario.ts';

export const edgeThreeDecimals = story({
	name: 'edge/three-decimals',
	title: 'An amount in a currency with three decimals is charged to the last one',
	tags: ['edge', 'amount'],
	cost: 'Amounts are off by a factor of ten, or lose their last digit.',
	advice: 'Take the number of decimals from the currency (ISO 4217): three for KWD, BHD and TND.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'KW', amount: 15.125 });
		const { amount, majorAmount, currency } = await control.payment(session);
		expect.equal('amount', [amount, majorAmount, currency], [15.125, '15.125', 'KWD']);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
