import { cardOption, story } from '../scenario.ts';

export const edgeHtmlErrorPage = story({
	name: 'edge/html-error-page',
	title: 'A proxy answers with an HTML page: once with 502, once with 200',
	tags: ['edge', 'fault'],
	cost: 'The shopper sees the error page of a proxy, or your system crashes on it.',
	advice: 'Check status and content type before you parse. Show an error page of your own.',
	needs: 'control',
	async run({ payin, control, expect }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const card = cardOption(session);
		const page = {
			kind: 'content-type',
			value: 'text/html',
			body: '<h1>Bad Gateway</h1>',
		} as const;
		await control.fault({ phase: 'before', fault: page, times: 1 });
		const failed = await payin.attempt.hybridPayment(session, card);
		expect.equal('first answer', [failed?.kind, failed?.status], ['refused', 502]);
		await control.fault({ phase: 'before', fault: { ...page, status: 200 }, times: 1 });
		const disguised = await payin.attempt.hybridPayment(session, card);
		expect.equal('second answer', [disguised?.kind, disguised?.status], ['unreadable', 200]);
		const address = await payin.hybridPayment(session, card);
		expect.ok('the address carries the session', address.includes(session.sessionId));
	},
});
