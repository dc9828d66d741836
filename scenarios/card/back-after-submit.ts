import { openCardPage, story } from '../scenario.ts';

export const cardBackAfterSubmit = story({
	name: 'card/back-after-submit',
	title: 'The shopper goes back to the form after the payment was confirmed, and cannot pay again',
	tags: ['card', 'twice'],
	cost: 'The back button of the browser charges the shopper a second time.',
	advice: 'Check the state before each submit: a final payment shows its result, and no form.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'BR' });
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
		const again = await shopper.attempt.pay(session);
		expect.equal('second submit', again?.code, 'not_allowed_in_state');
		expect.equal('state after it', await shopper.state(session), 'confirmed');
		const { attempts } = await control.payment(session);
		expect.equal('attempts', attempts.length, 1);
	},
});
