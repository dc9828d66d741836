import { openCardPage, story } from '../scenario.ts';

export const edgeDeepLinkReturn = story({
	name: 'edge/deep-link-return',
	title: 'The shopper pays in an app and returns by its link',
	tags: ['edge', 'return'],
	cost: 'The shopper of the app lands on a blank page after paying.',
	advice:
		'Register the scheme of the app, and send the link as redirectUrl. Ask the provider whether it is allowed (D-36).',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		await control.settings({ return: { schemes: ['https', 'shopapp'] } });
		const redirectUrl = 'shopapp://orders/42?from=cashier';
		const session = await openCardPage({ payin, shopper }, { market: 'CO', redirectUrl });
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), redirectUrl);
	},
});
