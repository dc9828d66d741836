import { openCardPage, story } from '../scenario.ts';

export const cardDoubleClick = story({
	name: 'card/double-click',
	title: 'The shopper clicks twice on pay, and there is one attempt',
	tags: ['card', 'twice'],
	cost: 'A double click charges the shopper twice.',
	advice: 'Accept one submit for each attempt, and disable the button after the first click.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'BR' });
		const clicks = [shopper.attempt.pay(session), shopper.attempt.pay(session)];
		const refused = (await Promise.all(clicks)).filter((refusal) => refusal !== null);
		expect.equal('refused clicks', refused.length, 1);
		await shopper.waitFor(session, 'confirmed');
		const { attempts } = await control.payment(session);
		expect.equal('attempts', attempts.length, 1);
	},
});
