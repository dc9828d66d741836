import { challengeCodes } from '../../simulator/contract/test-values.ts';
import { openBankPage, story } from '../scenario.ts';

export const bankChallengePassed = story({
	name: 'bank/challenge-passed',
	title: 'The bank asks for a code, and the right one leads to a confirmed transfer',
	tags: ['bank', 'challenge'],
	cost: 'Transfers with a code are lost: in some markets that is all of them.',
	advice:
		'Give the shopper the whole window. The payment is open while the bank asks for the code.',
	needs: 'control',
	async run({ payin, shopper, expect }) {
		const session = await openBankPage(
			{ payin, shopper },
			{ market: 'MX' },
			'SIM Bank (asks for a code)',
		);
		expect.equal('state after submit', await shopper.pay(session), 'opened');
		const state = await shopper.enterCode(session, challengeCodes.passes);
		expect.equal('state after the code', state, 'processing');
		await shopper.waitFor(session, 'confirmed');
	},
});
