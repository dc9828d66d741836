import { expectPaidByNextPayment, story } from '../scenario.ts';
import type { ShopFlow } from '../shop.ts';

const changes: readonly (readonly [from: ShopFlow, to: ShopFlow])[] = [
	['card', 'bank'],
	['bank', 'card'],
];

export const merchantChangedMethod = story({
	name: 'merchant/changed-method',
	title:
		'The shopper cancels, or goes back from the cashier, and chooses another payment method or bank: the order is paid by that',
	tags: ['merchant', 'duplicate', 'bank'],
	cost: 'Shoppers who give up, because the shop sends them to the payment method that they have left.',
	advice: 'Take the option and the bank from each checkout. Do not keep those of an earlier one.',
	needs: 'merchant',
	shop: {
		paid: true,
		changesFlow: true,
		// A shop may learn in its queue that the payment has ended, and until then try its session again.
		allows: ['duplicate_order', 'final_session_reused'],
		forbids: ['suboptions_not_listed'],
	},
	async run(context) {
		const { merchant, shopper, network } = context;
		const market = merchant.markets.find(({ flows }) => flows.length > 1)?.market;
		for (const [from, to] of changes) {
			const order = await merchant.newOrder({ flow: from, ...(market && { market }) });
			const first = await merchant.checkOut(order);
			await shopper.cancel(first);
			await shopper.returnToShop(first);
			await network.settles(first, 'cancelled');
			const changed = merchant.withFlow(order, to);
			const second = await merchant.checkOutAfterEnd({ ...first, order: changed });
			await expectPaidByNextPayment(context, changed, second);
			// The next shopper goes back from the cashier, so that the first payment is still open.
			const left = await merchant.newOrder({ flow: from, ...(market && { market }) });
			await merchant.checkOut(left);
			const other = merchant.withFlow(left, to);
			await expectPaidByNextPayment(context, other, await merchant.tryToCheckOut(other));
		}
		const order = await merchant.newOrder({ flow: 'bank', ...(market && { market }) });
		await merchant.checkOut(order);
		const changed = merchant.withOtherBank(order);
		if (changed)
			await expectPaidByNextPayment(context, changed, await merchant.tryToCheckOut(changed));
	},
});
