import { cardOption, story } from '../scenario.ts';

export const edgeMalformedAnswer = story({
	name: 'edge/malformed-answer',
	title: 'An answer is no valid JSON, and the next one is',
	tags: ['edge', 'fault'],
	cost: 'The parser throws, and the shopper gets an empty page.',
	advice: 'Treat an answer that cannot be read like one that was lost: retry, then show an error.',
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		const order = { market: 'CO', paymentReference: 'order-with-a-broken-answer' } as const;
		const session = await payin.paymentOptions(order);
		const card = cardOption(session);
		await control.fault({ fault: { kind: 'malform' }, times: 1 });
		const refusal = await payin.attempt.hybridPayment(session, card);
		expect.equal('answer', [refusal?.kind, refusal?.status], ['unreadable', 200]);
		await payin.hybridPayment(session, card);
		await shopper.open(session);
		await shopper.pay(session);
		await shopper.waitFor(session, 'confirmed');
	},
});
