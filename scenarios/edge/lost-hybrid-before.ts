import { bankOption, firstBank, story } from '../scenario.ts';

export const edgeLostHybridBefore = story({
	name: 'edge/lost-hybrid-before',
	title: 'The connection breaks before the choice is stored, and the retry stores it',
	tags: ['edge', 'bank', 'lost'],
	cost: 'The shopper has chosen and is not sent to the cashier.',
	advice: 'Call hybrid-payment again in the same session, with the same choice.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		await control.fault({
			match: { endpoint: 'hybridPayment' },
			phase: 'before',
			fault: { kind: 'reset' },
			times: 1,
		});
		expect.equal(
			'answer',
			(await payin.attempt.hybridPayment(session, option, bank))?.kind,
			'lost',
		);
		expect.equal('state', await shopper.state(session), 'created');
		await payin.hybridPayment(session, option, bank);
		await shopper.open(session);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
