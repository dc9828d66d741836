import { openBankPage, story } from '../scenario.ts';

export const bankCancelledAtTheBank = story({
	name: 'bank/cancelled-at-the-bank',
	title: 'The shopper cancels on the page of the bank',
	tags: ['bank', 'cancel'],
	cost: 'A cancelled payment looks open: stock stays reserved, and the shopper cannot pay in another way.',
	advice: 'Release the order when its payment is cancelled, and offer the ways to pay again.',
	needs: 'control',
	async run({ payin, shopper, expect }) {
		const session = await openBankPage({ payin, shopper }, { market: 'PL' }, 'SIM Bank (cancels)');
		expect.equal('state after submit', await shopper.pay(session), 'cancelled');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
