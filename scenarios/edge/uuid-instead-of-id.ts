import { bankOption, firstBank, story } from '../scenario.ts';

export const edgeUuidInsteadOfId = story({
	name: 'edge/uuid-instead-of-id',
	title: 'The uuid of a bank in place of its id is refused',
	tags: ['edge', 'bank'],
	cost: 'No shopper can pay with a bank: each choice is refused.',
	advice: 'Send the field id of the suboption as optionId, not its field uuid.',
	expectedFindings: ['suboption_uuid_sent'],
	needs: 'control',
	async run({ payin, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		const refusal = await payin.attempt.hybridPayment(session, option, { ...bank, id: bank.uuid });
		expect.equal('answer', refusal?.code, 'suboption_uuid_sent');
		const address = await payin.hybridPayment(session, option, bank);
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
