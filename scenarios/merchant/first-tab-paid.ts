import { story } from '../scenario.ts';

export const merchantFirstTabPaid = story({
	name: 'merchant/first-tab-paid',
	title:
		'The shopper checks out one order in two tabs, pays in the first and cancels in the second: the order is paid',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that you never send.',
	advice:
		'Keep the state of each payment. An order is paid as soon as one of them is confirmed, the older one too.',
	needs: 'merchant',
	shop: { paid: true, allows: ['duplicate_order'], forbids: ['suboptions_not_listed'] },
	async run({ merchant, shopper, network, expect }) {
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const first = await merchant.checkOut(order);
			const second = await merchant.tryToCheckOut(order);
			await shopper.pay(first);
			await network.settles(first, 'confirmed');
			await expect.orderIs(order, 'paid');
			if (second === null || second.sessionId === first.sessionId) continue;
			await shopper.cancel(second);
			await network.settles(second, 'cancelled');
			await expect.orderStaysPaid(order);
		}
		await expect.confirmedPayments(merchant.flows.length);
	},
});
