import { bankOption, firstBank, story } from '../scenario.ts';

export const edgeLostSuboptionsBefore = story({
	name: 'edge/lost-suboptions-before',
	title: 'The connection breaks before the list is made, and the same list comes with the retry',
	tags: ['edge', 'bank', 'lost'],
	cost: 'The shopper sees no banks and gives up.',
	advice: 'Ask for the list again: it changes nothing.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await payin.paymentOptions({ market: 'MX' });
		const option = bankOption(session);
		await control.fault({
			match: { endpoint: 'paymentSuboptions' },
			phase: 'before',
			fault: { kind: 'close' },
			times: 1,
		});
		expect.equal('answer', (await payin.attempt.paymentSuboptions(session, option))?.kind, 'lost');
		const bank = await firstBank(payin, session, option);
		await payin.hybridPayment(session, option, bank);
		expect.equal('state', await shopper.state(session), 'redirected');
	},
});
