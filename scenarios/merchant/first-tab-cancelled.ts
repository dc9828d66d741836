import { expectPaidInSecondTab, story } from '../scenario.ts';

export const merchantFirstTabCancelled = story({
	name: 'merchant/first-tab-cancelled',
	title:
		'The shopper pays an order in the second tab and then cancels in the first: the order stays paid',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that turn into failed ones.',
	advice: 'Keep the state of each payment. An order is paid as soon as one of them is confirmed.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'], forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, shopper, network, expect } = context;
		for (const flow of merchant.flows) {
			const first = await expectPaidInSecondTab(context, flow);
			if (!first) continue;
			await shopper.cancel(first);
			await network.settles(first, 'cancelled');
			await expect.orderStaysPaid(first.order);
		}
	},
});
