import { cardOption, story } from '../scenario.ts';

export const cardFailsOnceThenSucceeds = story({
	name: 'card/fails-once-then-succeeds',
	title: 'A declined shopper tries again, and the second attempt is confirmed',
	tags: ['card', 'retry'],
	cost: 'The first decline closes the order: the second, successful attempt is paid and never delivered.',
	advice:
		'Keep the order open until the session is final. A later success replaces an earlier failure.',
	needs: 'shopper',
	async run({ payin, shopper, expect }) {
		const session = await payin.paymentOptions({ market: 'CO', outcome: 'DECLINE,APPROVE' });
		await payin.hybridPayment(session, cardOption(session));
		await shopper.open(session);
		expect.equal('state after the first submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'declined');
		expect.equal('state after the second submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'confirmed');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
