import { challengeCodes } from '../../simulator/contract/test-values.ts';
import { openBankPage, story } from '../scenario.ts';

export const bankChallengeFailed = story({
	name: 'bank/challenge-failed',
	title: 'The bank asks for a code, and a wrong one declines the transfer at once',
	tags: ['bank', 'challenge'],
	cost: 'A transfer that failed its challenge looks paid or hangs forever.',
	advice: 'Treat it as a decline, and offer another way to pay.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openBankPage(
			{ payin, shopper },
			{ market: 'MX' },
			'SIM Bank (asks for a code)',
		);
		expect.equal('state after submit', await shopper.pay(session), 'opened');
		const state = await shopper.enterCode(session, challengeCodes.fails);
		expect.equal('state after the code', state, 'declined');
		const { fate } = await control.payment(session);
		expect.equal('reason', fate?.reason, 'authentication_failed');
	},
});
