import { bankOption, story } from '../scenario.ts';

export const edgeBankListChanged = story({
	name: 'edge/bank-list-changed',
	title: 'A listed bank has closed by the time it is chosen, and another one is taken',
	tags: ['edge', 'bank'],
	cost: 'The shopper gets an error for the bank of the day, again and again.',
	advice: 'List the banks again after such a refusal, and let the shopper choose another one.',
	needs: 'control',
	async run({ payin, control, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = bankOption(session);
		const [closed] = await payin.paymentSuboptions(session, option);
		if (!closed) throw new Error('The bank list is empty.');
		await control.settings({ methods: { [option.name]: { refuseBanks: [closed.id] } } });
		const refusal = await payin.attempt.hybridPayment(session, option, closed);
		expect.equal('answer', refusal?.code, 'suboption_unavailable');
		const banks = await payin.paymentSuboptions(session, option);
		const other = banks.find(({ id }) => id !== closed.id);
		const address = await payin.hybridPayment(session, option, other);
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
