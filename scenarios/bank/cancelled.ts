import { openBankPage, story } from '../scenario.ts';

export const bankCancelled = story({
	name: 'bank/cancelled',
	title: 'The shopper cancels on the cashier, and can only go back',
	tags: ['bank', 'cancel'],
	cost: 'A cancelled payment looks open: stock stays reserved, and the shopper cannot pay in another way.',
	advice: 'Release the order when its payment is cancelled, and offer the ways to pay again.',
	needs: 'control',
	async run({ payin, shopper, expect }) {
		const session = await openBankPage({ payin, shopper }, { market: 'CO' });
		expect.equal('state after the cancel', await shopper.cancel(session), 'cancelled');
		const late = await shopper.attempt.pay(session);
		expect.equal('a submit after the cancel', late?.code, 'not_allowed_in_state');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
