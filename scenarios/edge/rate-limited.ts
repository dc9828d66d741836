import { cardOption, story } from '../scenario.ts';

export const edgeRateLimited = story({
	name: 'edge/rate-limited',
	title: 'Too many calls get 429 with Retry-After, and the retry after that time succeeds',
	tags: ['edge', 'fault'],
	cost: 'A busy hour turns shoppers away, and hasty retries make it worse.',
	advice: 'Wait as long as Retry-After says, and then retry. Spread the load.',
	needs: 'control',
	async run({ payin, control, expect }) {
		await control.settings({ limits: { rate: { rps: 1, burst: 1 } } });
		const session = await payin.paymentOptions({ market: 'CO' });
		const card = cardOption(session);
		const refusal = await payin.attempt.hybridPayment(session, card);
		expect.equal('answer', [refusal?.status, refusal?.code], [429, 'rate_limited']);
		expect.equal('Retry-After', refusal?.retryAfter, '1');
		await control.advance('1s');
		const address = await payin.hybridPayment(session, card);
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
