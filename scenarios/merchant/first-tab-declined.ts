import { expectPaidInSecondTab, story } from '../scenario.ts';

export const merchantFirstTabDeclined = story({
	name: 'merchant/first-tab-declined',
	title:
		'The shopper pays an order in the second tab, and the payment of the first is then declined: the order stays paid',
	tags: ['merchant', 'declined', 'duplicate'],
	cost: 'Paid orders that turn into failed ones.',
	advice: 'Keep the state of each payment. An order is paid as soon as one of them is confirmed.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'], forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { shopper, network, service, merchant, expect } = context;
		for (const flow of merchant.flows) {
			const first = await expectPaidInSecondTab(context, flow);
			if (!first) continue;
			await service.decide(first, 'DECLINE');
			await shopper.pay(first);
			await network.settles(first, 'declined');
			await expect.orderStaysPaid(first.order);
		}
	},
});
