import { expectUnpaidIfCancelled, story } from '../scenario.ts';

export const merchantBankCancelled = story({
	name: 'merchant/bank-cancelled',
	title: 'The shopper cancels a bank payment and returns: the order is not paid',
	tags: ['merchant', 'bank', 'return'],
	cost: 'Goods sent to shoppers who changed their mind at the bank.',
	advice:
		'Handle the states of a bank payment like those of a card. The return says nothing about them.',
	needs: 'merchant',
	shop: { flow: 'bank', forbids: ['suboptions_not_listed'] },
	run: (context) => expectUnpaidIfCancelled(context, 'bank'),
});
