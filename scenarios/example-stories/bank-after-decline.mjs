import { cardOption, openBankPage, story } from 'payin-sandbox/scenarios';

export const bankAfterDecline = story({
	name: 'shop/bank-after-decline',
	title: 'A shopper whose card was declined pays the same order with a bank',
	tags: ['shop', 'retry'],
	cost: 'The order is closed after the first decline, and the second payment is never delivered.',
	advice: 'Keep the order open until one of its payments is confirmed.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const order = { market: 'CO', paymentReference: 'order-1001' };
		const card = await payin.paymentOptions({ ...order, outcome: 'FUNDS' });
		await payin.hybridPayment(card, cardOption(card));
		await shopper.pay(card);
		await shopper.waitFor(card, 'declined');
		const bank = await openBankPage({ payin, shopper }, order);
		await shopper.pay(bank);
		await shopper.waitFor(bank, 'confirmed');
		const states = (await control.payments('order-1001')).map(({ state }) => state);
		expect.equal('states', states.sort(), ['confirmed', 'declined']);
	},
});
