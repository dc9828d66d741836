import { challengeCodes } from '../../simulator/contract/test-values.ts';
import { openBankPage, story } from '../scenario.ts';

export const bankChallengeTimeout = story({
	name: 'bank/challenge-timeout',
	title: 'The bank asks for a code, and the window ends before the shopper enters it',
	tags: ['bank', 'challenge', 'expired'],
	cost: 'The order waits forever for a code that never comes: stock stays reserved.',
	advice: 'Handle expired like a decline. Release the order, and offer to pay again.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await openBankPage(
			{ payin, shopper },
			{ market: 'MX' },
			'SIM Bank (asks for a code)',
		);
		expect.equal('state after submit', await shopper.pay(session), 'opened');
		await control.advance('1h');
		expect.equal('state after the window', await shopper.state(session), 'expired');
		const late = await shopper.attempt.enterCode(session, challengeCodes.passes);
		expect.equal('a code after the window', late?.status, 409);
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
	},
});
