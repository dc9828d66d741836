import { story } from '../scenario.ts';

export const merchantCancelledThenPaid = story({
	name: 'merchant/cancelled-then-paid',
	title: 'The shopper cancels, checks the same order out again and pays: the order is paid',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that stay failed: money taken, nothing sent.',
	advice: 'Keep the state of each payment. An order is paid as soon as one of them is confirmed.',
	needs: 'merchant',
	shop: { paid: true },
	async run({ merchant, shopper, network, expect }) {
		const order = await merchant.newOrder({ flow: 'card' });
		const first = await merchant.checkOut(order);
		await shopper.cancel(first);
		await shopper.returnToShop(first);
		await network.settles(first, 'cancelled');
		// A shop may give up a cancelled order, and show an error.
		const second = await merchant.tryToCheckOut(order);
		if (second === null) return;
		await shopper.pay(second);
		await network.settles(second, 'confirmed');
		await expect.orderIs(order, 'paid');
	},
});
