import { expectFailureHandled, story } from '../scenario.ts';

export const merchantHiddenBank = story({
	name: 'merchant/hidden-bank',
	title:
		'The chosen bank is no longer listed: the shopper sees an error, and is not sent to another bank',
	tags: ['merchant', 'failure', 'bank'],
	cost: 'Shoppers who land at a bank where they have no account.',
	advice: 'If the chosen bank is not in the list, show an error. Never take another one for it.',
	needs: 'merchant',
	shop: {
		flow: 'bank',
		sends: 'bank',
		allows: ['refusal_ignored'],
		forbids: ['suboptions_not_listed'],
	},
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({ flow: 'bank' });
		await service.change({ methods: { [order.option]: { hideBanks: [order.bankId ?? ''] } } });
		// If the shop takes another bank, the runner sees that the payment does not fit the order, and fails the story.
		await merchant.tryToCheckOut(order);
		await service.change({ methods: { [order.option]: { hideBanks: [] } } });
		await expectFailureHandled(context, order);
	},
});
