import { story } from '../scenario.ts';

export const merchantUnknownFields = story({
	name: 'merchant/unknown-fields',
	title:
		'Answers have fields that are not documented, in another order: nothing changes for the shop',
	tags: ['merchant', 'drift'],
	cost: 'An outage on the day the service adds a field.',
	advice: 'Ignore fields that you do not know, and read fields by name.',
	needs: 'merchant',
	async run(context) {
		const { merchant, service, expect } = context;
		await service.change({ drift: { additiveFields: true, keyOrder: 'reversed' } });
		for (const flow of merchant.flows) {
			const order = await merchant.newOrder({ flow });
			await merchant.checkOut(order);
			await expect.orderIsNotPaid(order);
		}
	},
});
