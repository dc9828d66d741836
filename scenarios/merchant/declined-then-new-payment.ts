import { expectPaidByNextPayment, expectStaysPaidAfterReport, story } from '../scenario.ts';

export const merchantDeclinedThenNewPayment = story({
	name: 'merchant/declined-then-new-payment',
	title:
		'A declined shopper returns, checks out again and pays: the order is paid, also when the decline is reported again',
	tags: ['merchant', 'declined', 'duplicate'],
	cost: 'Paid orders that stay failed: money taken, nothing sent.',
	advice:
		'Create another payment after a decline. An order is paid as soon as one of its payments is confirmed.',
	needs: 'merchant',
	shop: {
		paid: true,
		// A shop may choose again in the session of a final payment, until it learns that it is final.
		allows: ['duplicate_order', 'final_session_reused'],
		forbids: ['suboptions_not_listed'],
	},
	async run(context) {
		const { merchant, shopper, network, service } = context;
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const first = await merchant.checkOut(order);
			await service.decide(first, 'DECLINE,APPROVE');
			await shopper.pay(first);
			await network.settles(first, 'declined');
			await shopper.returnToShop(first);
			// The shop may also send the shopper back to the declined payment, which can be tried again.
			const second = await merchant.tryToCheckOut(order);
			await expectPaidByNextPayment(context, order, second);
			if (second && second.sessionId !== first.sessionId)
				await expectStaysPaidAfterReport(context, first, 'declined');
		}
		// Payments that cannot be tried again.
		await service.change({ cashier: { maxAttempts: 1 } });
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const ended = await merchant.checkOut(order);
			await service.decide(ended, 'DECLINE');
			await shopper.pay(ended);
			await network.settles(ended, 'declined');
			await shopper.returnToShop(ended);
			await expectPaidByNextPayment(context, order, await merchant.checkOutAfterEnd(ended));
		}
	},
});
