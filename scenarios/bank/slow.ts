import { openBankPage, story } from '../scenario.ts';

const aDay = 24 * 60 * 60_000;

export const bankSlow = story({
	name: 'bank/slow',
	title: 'The bank takes ten times as long, and confirms the transfer',
	tags: ['bank', 'slow'],
	cost: 'The order of a slow payment is cancelled, and the money arrives all the same.',
	advice:
		'Wait as long as the longest processing that you have seen. Do not cancel while the state is processing.',
	needs: 'control',
	async run({ payin, shopper, expect }) {
		const session = await openBankPage({ payin, shopper }, { market: 'CO' }, 'SIM Bank (slow)');
		expect.equal('state after submit', await shopper.pay(session), 'processing');
		expect.equal('return address', await shopper.returnToAccount(session), session.redirectUrl);
		await shopper.waitFor(session, 'confirmed', aDay);
	},
});
