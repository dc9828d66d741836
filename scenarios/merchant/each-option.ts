import { expectAllPaid, forAll, ordersAtOnce, story } from '../scenario.ts';
import type { CashierPage } from '../shop.ts';

export const merchantEachOption = story({
	name: 'merchant/each-option',
	title:
		'In each of your markets, the shopper pays by each other option that the shop offers: all are paid',
	tags: ['merchant', 'amount'],
	cost: 'Every sale by an option that the shop does not handle, such as one without a list of banks.',
	advice: 'Call payment-suboptions only for options that have a list. Find the option by its name.',
	needs: 'merchant',
	shop: { sends: 'option', forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, shopper, expect, skip } = context;
		const pages: CashierPage[] = [];
		const refused = new Set<string>();
		for (const { market, others } of merchant.markets) {
			for (const { option, flow } of others) {
				const order = await merchant.newOrder({ flow, market, otherOption: option });
				const page = await merchant.checkOutIfOffered(order);
				if (page === null) {
					refused.add(option);
					continue;
				}
				await shopper.pay(page);
				await shopper.returnToShop(page);
				pages.push(page);
			}
		}
		if (pages.length === 0) {
			const names = [...refused].join(', ');
			skip(
				names
					? `the shop offers none of the other options: ${names}`
					: 'there are no other options',
			);
		}
		await forAll(pages, ({ order }) => expect.orderIsNotPaid(order), ordersAtOnce);
		await expectAllPaid(context, pages);
	},
});
