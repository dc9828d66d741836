import { expectFailureHandled, story } from '../scenario.ts';

export const merchantRefusedBank = story({
	name: 'merchant/refused-bank',
	title:
		'A bank is listed and then refused: the shopper sees an error, and the next checkout works',
	tags: ['merchant', 'failure', 'bank'],
	cost: 'Shoppers who are thanked for orders that they could not pay.',
	advice: 'Check the status of hybrid-payment. Show an error, and list the banks again.',
	needs: 'merchant',
	shop: {
		flow: 'bank',
		sends: 'bank',
		allows: ['refusal_ignored'],
		forbids: ['suboptions_not_listed'],
	},
	async run(context) {
		const { merchant, service, expect } = context;
		const order = await merchant.newOrder({ flow: 'bank' });
		await service.change({ methods: { [order.option]: { refuseBanks: [order.bankId ?? ''] } } });
		const page = await merchant.tryToCheckOut(order);
		// Without a hybrid-payment call, the page belongs to an earlier payment.
		if (page) await expect.received('hybridPayment');
		await service.change({ methods: { [order.option]: { refuseBanks: [] } } });
		await expectFailureHandled(context, order);
	},
});
