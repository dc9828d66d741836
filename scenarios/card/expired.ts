import { openCardPage, story } from '../scenario.ts';

export const cardExpired = story({
	name: 'card/expired',
	title: 'The session ends as the shopper submits the card, and the return link still works',
	tags: ['card', 'expired'],
	cost: 'The shopper is stuck: no return link, and no second attempt.',
	advice: 'Handle a return of an expired payment: say so, and offer to pay again.',
	needs: 'control',
	async run({ payin, shopper, expect }) {
		const session = await openCardPage({ payin, shopper }, { market: 'MY', outcome: 'EXPIRE' });
		expect.equal('state after submit', await shopper.pay(session), 'expired');
		const again = await shopper.attempt.pay(session);
		expect.equal('a submit after the end', again?.status, 409);
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
