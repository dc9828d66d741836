import { expectUnpaidIfCancelled, story } from '../scenario.ts';

export const merchantCancelled = story({
	name: 'merchant/cancelled',
	title: 'The shopper cancels at the cashier and returns: the order is not paid',
	tags: ['merchant', 'return'],
	cost: 'Goods sent to shoppers who changed their mind.',
	advice: 'Read the state of the payment. The return says nothing about it.',
	needs: 'merchant',
	shop: { flow: 'card' },
	run: (context) => expectUnpaidIfCancelled(context, 'card'),
});
