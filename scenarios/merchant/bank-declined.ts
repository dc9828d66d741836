import { expectUnpaidIfDeclined, story } from '../scenario.ts';

export const merchantBankDeclined = story({
	name: 'merchant/bank-declined',
	title: 'The bank declines and the shopper returns: the order is not paid',
	tags: ['merchant', 'bank', 'return', 'declined'],
	cost: 'Goods sent for transfers that the bank declined.',
	advice:
		'Handle the states of a bank payment like those of a card. The return says nothing about them.',
	needs: 'merchant',
	shop: { flow: 'bank', forbids: ['suboptions_not_listed'] },
	run: (context) => expectUnpaidIfDeclined(context, 'bank', 'DECLINE'),
});
