/** Answers of one call or page that rest on the gap of another one: they name it too. */
import { expect, test } from 'vitest';
import type { GapId } from '../../simulator/contract/gaps/ledger.ts';
import { headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { ask } from '../support/ask.ts';
import type { Answer } from '../support/sandbox.ts';
import { post, reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';

async function chooseAgain({ url, act, advance }: Sandbox, action: 'timeout' | 'decline') {
	const { sessionId, cardId } = await reachCashier(url, 'card');
	await act(sessionId, { action: 'submit' });
	if (action === 'timeout') await advance('2s');
	else await act(sessionId, { action });
	return post(url + servicePaths.hybridPayment, { sessionId, paymentOptionId: cardId });
}

async function openExpired({ url, advance }: Sandbox) {
	const { page } = await reachCashier(url, 'card');
	await advance('31m');
	return send('GET', page);
}

async function listHidden({ url }: Sandbox) {
	const { sessionId, bankId } = await startPayment(url);
	return post(url + servicePaths.paymentSuboptions, { sessionId, paymentOptionId: bankId });
}

const rows: [GapId, what: string, settings: object, (sandbox: Sandbox) => Promise<Answer>][] = [
	['D-21', 'the page of an expired payment', {}, openExpired],
	[
		'D-09',
		'a choice after the end of the processing',
		{ processing: { timeout: '1s', default: 'never' } },
		(sandbox) => chooseAgain(sandbox, 'timeout'),
	],
	[
		'D-44',
		'a choice after the last attempt',
		{ cashier: { maxAttempts: 1 } },
		(sandbox) => chooseAgain(sandbox, 'decline'),
	],
	[
		'D-12',
		'a refusal with a header of the settings',
		{ http: { extraHeaders: { 'X-Own': '1' } } },
		(sandbox) => ask(sandbox, { amount: -1 }),
	],
	['D-47', 'a list without a bank', { methods: { PSE: { hideBanks: ['co-pse-01'] } } }, listHidden],
	[
		'D-36',
		'a payment that returns to an app',
		{ return: { schemes: ['https', 'shop'] } },
		(sandbox) => ask(sandbox, { redirectUrl: 'shop://order/7' }),
	],
];

test.each(rows)('%s is named by %s', async (gap, _, settings, call) => {
	const sandbox = await startSandbox({ settings });
	const { headers } = await call(sandbox);
	expect(headers.get(headerNames.assumptions)?.split(',')).toContain(gap);
});
