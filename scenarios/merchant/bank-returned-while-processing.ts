import { expectOpenWhileProcessing, story } from '../scenario.ts';

export const merchantBankReturnedWhileProcessing = story({
	name: 'merchant/bank-returned-while-processing',
	title: 'The shopper returns while the bank still decides: the order is not paid yet',
	tags: ['merchant', 'bank', 'return'],
	cost: 'Goods sent for transfers that never arrive.',
	advice:
		'A transfer can take days. Show that you wait for the bank; only a confirmed state makes an order paid.',
	needs: 'merchant',
	shop: { flow: 'bank', forbids: ['suboptions_not_listed'] },
	run: (context) => expectOpenWhileProcessing(context, 'bank'),
});
