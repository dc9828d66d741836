import { bankOption, firstBank, story } from '../scenario.ts';

export const edgeWrongSuboption = story({
	name: 'edge/wrong-suboption',
	title: 'A bank that the option does not have is refused, and the right one is taken',
	tags: ['edge', 'bank'],
	cost: 'The shopper chooses a bank and gets an error page.',
	advice: 'Send the id of a suboption from the list of the same session and option.',
	needs: 'control',
	async run({ payin, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = bankOption(session);
		const bank = await firstBank(payin, session, option);
		const wrong = { ...bank, id: 'no-such-bank' };
		const refusal = await payin.attempt.hybridPayment(session, option, wrong);
		expect.equal('answer', refusal?.code, 'suboption_not_found');
		const address = await payin.hybridPayment(session, option, bank);
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
