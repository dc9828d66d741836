import { expectPaidWithoutReturn, story } from '../scenario.ts';

export const merchantNeverReturns = story({
	name: 'merchant/never-returns',
	title: 'The shopper pays, closes the browser and never returns: the order is paid all the same',
	tags: ['merchant', 'return'],
	cost: 'Paid orders that you never send, and shoppers who call their bank.',
	advice: 'Let the final state make the order paid, not the return page.',
	needs: 'merchant',
	shop: { paid: true, forbids: ['suboptions_not_listed'] },
	async run(context) {
		for (const flow of context.merchant.flows) await expectPaidWithoutReturn(context, flow);
	},
});
