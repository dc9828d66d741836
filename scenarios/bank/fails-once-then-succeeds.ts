import { openBankPage, story } from '../scenario.ts';

export const bankFailsOnceThenSucceeds = story({
	name: 'bank/fails-once-then-succeeds',
	title: 'A declined transfer is tried again, and the second attempt is confirmed',
	tags: ['bank', 'retry'],
	cost: 'The first decline closes the order: the second, successful transfer is paid and never delivered.',
	advice:
		'Keep the order open until the session is final. A later success replaces an earlier failure.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openBankPage(
			{ payin, shopper },
			{ market: 'CO', outcome: 'DECLINE,APPROVE' },
		);
		expect.equal('state after the first submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'declined');
		expect.equal('state after the second submit', await shopper.pay(session), 'processing');
		await shopper.waitFor(session, 'confirmed');
		const { attempts } = await control.payment(session);
		expect.equal('attempts', attempts.length, 2);
	},
});
