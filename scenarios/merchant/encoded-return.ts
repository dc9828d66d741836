import { expectPaidOnce, story } from '../scenario.ts';

export const merchantEncodedReturn = story({
	name: 'merchant/encoded-return',
	title: 'The order id has characters that need encoding: the return page still finds its order',
	tags: ['merchant', 'return'],
	cost: 'Shoppers who have paid, and return to an error page.',
	advice: 'Percent-encode every value in redirectUrl, for example with encodeURIComponent.',
	needs: 'merchant',
	async run(context) {
		const { merchant } = context;
		for (const [index, flow] of merchant.flows.entries()) {
			const order = await merchant.newOrder({ flow, specialCharacters: true });
			await expectPaidOnce(context, await merchant.checkOut(order), index + 1);
		}
	},
});
