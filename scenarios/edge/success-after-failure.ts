import { cards } from '../../simulator/contract/test-values.ts';
import { openBankPage, openCardPage, story } from '../scenario.ts';

export const edgeSuccessAfterFailure = story({
	name: 'edge/success-after-failure',
	title: 'The first payment of an order fails for good, and a second one is confirmed',
	tags: ['edge', 'retry'],
	cost: 'The failed payment blocks the order: the second one is paid and dropped as a duplicate.',
	advice: 'Let a success win over an earlier failure of the same order.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const order = { market: 'CO', paymentReference: 'order-with-a-second-chance' } as const;
		const failed = await openCardPage({ payin, shopper }, order);
		await shopper.pay(failed, { card: cards.fraud });
		await shopper.waitFor(failed, 'declined');
		const session = await openBankPage({ payin, shopper }, order);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
		const states = (await control.payments(order.paymentReference)).map(({ state }) => state);
		expect.equal('states', states.sort(), ['confirmed', 'declined']);
	},
});
