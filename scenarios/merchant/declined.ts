import { expectUnpaidIfDeclined, story } from '../scenario.ts';

export const merchantDeclined = story({
	name: 'merchant/declined',
	title: 'The payment is declined and the shopper returns: the order is not paid',
	tags: ['merchant', 'return', 'declined'],
	cost: 'Goods sent for payments that were declined.',
	advice: 'Read the state of the payment. The return says nothing about it.',
	needs: 'merchant',
	shop: { flow: 'card' },
	run: (context) => expectUnpaidIfDeclined(context, 'card', 'FUNDS'),
});
