import { expectPaidInSecondTab, story } from '../scenario.ts';

export const merchantFirstTabExpired = story({
	name: 'merchant/first-tab-expired',
	title:
		'The shopper pays an order in the second tab, and the payment of the first expires: the order stays paid',
	tags: ['merchant', 'duplicate', 'expired'],
	cost: 'Paid orders that turn into failed ones, as soon as the other payment expires.',
	advice: 'Keep the state of each payment. An order is paid as soon as one of them is confirmed.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'], forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, network, expect } = context;
		for (const flow of merchant.flows) {
			const first = await expectPaidInSecondTab(context, flow);
			if (!first) continue;
			await network.settles(first, 'expired');
			await expect.orderStaysPaid(first.order);
		}
	},
});
