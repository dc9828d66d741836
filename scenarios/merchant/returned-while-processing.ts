import { expectOpenWhileProcessing, story } from '../scenario.ts';

export const merchantReturnedWhileProcessing = story({
	name: 'merchant/returned-while-processing',
	title: 'The shopper returns while the network still decides: the order is not paid yet',
	tags: ['merchant', 'return'],
	cost: 'Goods sent for payments that are declined later.',
	advice:
		'Show "we wait for the bank" on the return page. Only a confirmed state makes an order paid.',
	needs: 'merchant',
	shop: { flow: 'card' },
	run: (context) => expectOpenWhileProcessing(context, 'card'),
});
