import { expectPaidByNextPayment, expectStaysPaidAfterReport, story } from '../scenario.ts';

export const merchantCancelledThenPaid = story({
	name: 'merchant/cancelled-then-paid',
	title:
		'The shopper cancels, checks out again and pays: the order is paid, also when the cancellation is reported again',
	tags: ['merchant', 'duplicate'],
	cost: 'Paid orders that stay failed: money taken, nothing sent.',
	advice:
		'Start a new payment when one has ended. An order is paid as soon as one payment is confirmed.',
	needs: 'merchant',
	// A shop may learn in its queue that the payment has ended, and until then try its session again.
	shop: { paid: true, allows: ['final_session_reused'], forbids: ['suboptions_not_listed'] },
	async run(context) {
		const { merchant, shopper, network } = context;
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			const first = await merchant.checkOut(order);
			await shopper.cancel(first);
			await shopper.returnToShop(first);
			await network.settles(first, 'cancelled');
			const second = await merchant.checkOutAfterEnd(first);
			await expectPaidByNextPayment(context, order, second);
			if (second) await expectStaysPaidAfterReport(context, first, 'cancelled');
		}
	},
});
