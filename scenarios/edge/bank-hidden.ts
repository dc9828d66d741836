import { bankOption, story } from '../scenario.ts';

export const edgeBankHidden = story({
	name: 'edge/bank-hidden',
	title: 'A bank leaves the list after it was listed: it is refused, and another one is taken',
	tags: ['edge', 'bank'],
	cost: 'A stored list offers banks that are gone: the shopper chooses one and gets an error.',
	advice: 'List the banks in each session. Do not store the list.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = bankOption(session);
		const [hidden] = await payin.paymentSuboptions(session, option);
		if (!hidden) throw new Error('The bank list is empty.');
		await control.settings({ methods: { [option.name]: { hideBanks: [hidden.id] } } });
		const [bank, ...others] = await payin.paymentSuboptions(session, option);
		const ids = [bank, ...others].map((one) => one?.id);
		expect.ok('the next list is without the bank', !ids.includes(hidden.id));
		const refusal = await payin.attempt.hybridPayment(session, option, hidden);
		expect.equal('answer to the bank that is gone', refusal?.code, 'suboption_unavailable');
		await payin.hybridPayment(session, option, bank);
		await shopper.open(session);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
