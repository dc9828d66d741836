import { expectFailureHandled, story } from '../scenario.ts';

export const merchantLostSuboptionsAnswer = story({
	name: 'merchant/lost-suboptions-answer',
	title: 'The answer of payment-suboptions is lost: the shopper can try again',
	tags: ['merchant', 'failure', 'lost', 'bank'],
	cost: 'Shoppers who cannot pay by bank after a short network problem.',
	advice: 'Show an error, and list the banks again at the next checkout.',
	needs: 'merchant',
	shop: {
		flow: 'bank',
		allows: ['refusal_ignored'],
		forbids: ['retried_without_pause', 'suboptions_not_listed'],
	},
	async run(context) {
		const { merchant, service } = context;
		const order = await merchant.newOrder({ flow: 'bank' });
		await service.breaks('paymentSuboptions', { kind: 'close' }, 'after');
		await expectFailureHandled(context, order);
	},
});
