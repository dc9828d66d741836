import { expectWorksAgain, story } from '../scenario.ts';

export const merchantOutage = story({
	name: 'merchant/outage',
	title:
		'The service answers 503 to every call: each checkout shows an error, and once the service works again, its shopper can pay',
	tags: ['merchant', 'failure'],
	cost: 'A shop that stays down after an outage of the service, or thanks shoppers who have not paid.',
	advice:
		'Give up after a few attempts, show an error page, and keep nothing that blocks the next checkout.',
	needs: 'merchant',
	// The shopper, not the shop, repeats the checkout at once.
	shop: { allows: ['refusal_ignored', 'retried_without_pause'] },
	async run(context) {
		const { merchant, service } = context;
		for (const [index, flow] of merchant.flows.entries()) {
			const order = await merchant.newOrder({ flow });
			await service.breaksAll({ kind: 'status', status: 503 });
			// The shopper tries it twice before the service works again.
			const first = await merchant.tryToCheckOut(order);
			const reached = (await merchant.tryToCheckOut(order)) ?? first;
			// A shop may call the service when an order is placed.
			await merchant.tryToOrder({ flow });
			await expectWorksAgain(context, order, reached, index + 1);
		}
	},
});
