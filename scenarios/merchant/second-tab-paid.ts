import { expectPaidInSecondTab, story } from '../scenario.ts';

export const merchantSecondTabPaid = story({
	name: 'merchant/second-tab-paid',
	title: 'The shopper checks out one order in two tabs and pays only the second: the order is paid',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that you never send.',
	advice: 'Keep every payment of an order, and credit each one that is confirmed.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'], forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, expect } = context;
		for (const flow of merchant.flows) await expectPaidInSecondTab(context, flow);
		await expect.confirmedPayments(merchant.flows.length);
	},
});
