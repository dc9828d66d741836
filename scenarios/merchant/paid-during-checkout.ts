import { forAll, slowAnswers, story } from '../scenario.ts';

export const merchantPaidDuringCheckout = story({
	name: 'merchant/paid-during-checkout',
	title:
		'The payment is confirmed while the shopper checks out again in another tab: the order is paid',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that you never send.',
	advice:
		'Change the state of an order in one step that checks it: a checkout must not make a paid order open again.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'], forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, service, expect }) {
		// The answers are slow, so that the report comes before the end of the checkout.
		await service.change(slowAnswers);
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const page = await merchant.checkOut(order);
			await shopper.pay(page);
			await expect.paymentIs(page, 'processing');
			await forAll(
				[() => merchant.checkOutPaid(order), () => network.settles(page, 'confirmed')],
				async (part) => void (await part()),
			);
			await expect.orderIs(order, 'paid');
			await expect.orderStaysPaid(order);
		}
	},
});
