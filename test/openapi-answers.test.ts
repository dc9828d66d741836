/** What the reference declares, beside what the sandbox really answers. */
import { expect, test } from 'vitest';
import { expectDeclared, operationsOf, readDocument } from './support/reference.ts';
import { listBanks, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

/** The requests of the document, with the ids of a payment that exists. */
async function sendExample(url: string, path: string, method: string, id: string, value: unknown) {
	const payment = id === 'card' ? await startPayment(url) : await reachCashier(url, 'card');
	const { sessionId, cardId, bankId } = payment;
	const isBank = path.endsWith('suboptions') || JSON.stringify(value).includes('optionId"');
	const body = JSON.parse(JSON.stringify(value));
	if (body.sessionId) Object.assign(body, { sessionId, paymentOptionId: isBank ? bankId : cardId });
	if (path.endsWith('hybrid-payment') && !('optionId' in body)) body.paymentOptionId = cardId;
	const there = path.replace('{id}', sessionId).replace('{name}', 'team-a');
	return send(method.toUpperCase(), url + there, body);
}

test('every example of a request is accepted, and answered as declared', async () => {
	const { url } = await startSandbox({ clock: 'real' });
	const document = await readDocument(url);
	let sent = 0;
	for (const { path, method, described } of operationsOf(document)) {
		const examples = described.requestBody?.content['application/json']?.examples ?? {};
		for (const [name, { value }] of Object.entries(examples)) {
			const answer = await sendExample(url, path, method, name, value);
			expect([described.operationId, name, answer.status]).toEqual([
				described.operationId,
				name,
				'200' in described.responses && described.operationId !== 'putWorkspace' ? 200 : 201,
			]);
			expectDeclared(document, described.operationId, answer);
			await send('DELETE', `${url}/_sandbox/faults`);
			sent += 1;
		}
	}
	expect(sent).toBeGreaterThan(9);
});

test('a confirmed assumption and one status are settings as declared', async () => {
	const { url } = await startSandbox();
	const document = await readDocument(url);
	const settings = {
		gaps: { 'D-17': { confirmed: '2026-11-01' } },
		errors: { status: { session_expired: 404 } },
	};
	for (const [operation, method, path] of [
		['putSettings', 'PUT', '/_sandbox/settings'],
		['showSettingChanges', 'GET', '/_sandbox/settings/changes'],
	] as const) {
		const answer = await send(method, url + path, method === 'PUT' ? settings : undefined);
		expect(answer.status).toBe(200);
		expectDeclared(document, operation, answer);
	}
});

/** What can go wrong with a call, as somebody would send it. */
async function mistakes(url: string): Promise<(readonly [string, string, string, unknown?])[]> {
	const unknown = '6f1c2a54-3d0e-4b8e-9a77-2f4d5c6b7a81';
	const { sessionId, cardId, bankId } = await startPayment(url);
	const { id } = (await listBanks(url, sessionId, bankId))[0] ?? { id: '' };
	const hybrid = '/v2/hybrid-payment';
	const payment = `/_sandbox/payments/${sessionId}`;
	return [
		['paymentOptions', 'POST', '/v2/payment-options', {}],
		['paymentOptions', 'POST', '/v2/payment-options', '{'],
		['paymentOptions', 'POST', '/v2/payment-options', `"${'x'.repeat(200_000)}"`],
		['paymentOptions', 'POST', '/v2/payment-options'],
		['paymentSuboptions', 'POST', '/v2/payment-suboptions', { sessionId, paymentOptionId: cardId }],
		[
			'paymentSuboptions',
			'POST',
			'/v2/payment-suboptions',
			{ sessionId, paymentOptionId: unknown },
		],
		['hybridPayment', 'POST', hybrid, { sessionId: unknown, paymentOptionId: bankId }],
		['hybridPayment', 'POST', hybrid, { sessionId, paymentOptionId: bankId }],
		['hybridPayment', 'POST', hybrid, { sessionId, paymentOptionId: bankId, optionId: 'no-such' }],
		['hybridPayment', 'POST', hybrid, { sessionId, paymentOptionId: cardId, optionId: id }],
		['hybridPayment', 'GET', hybrid],
		['listPayments', 'GET', '/_sandbox/payments?limit=many'],
		['listPayments', 'DELETE', '/_sandbox/payments'],
		['showPayment', 'GET', `/_sandbox/payments/${unknown}`],
		['showPayment', 'GET', '/_sandbox/payments/%E0%A4%A'],
		['act', 'POST', `${payment}/act`, { action: 'dance' }],
		['act', 'POST', `${payment}/act`, { action: 'confirm' }],
		['act', 'POST', `${payment}/act`, { action: 'steer', outcome: 'NOPE' }],
		['setClock', 'PUT', '/_sandbox/clock', { now: '1999-01-01T00:00:00Z' }],
		['putSettings', 'PUT', '/_sandbox/settings', { nope: 1 }],
		['customers', 'GET', '/_sandbox/customers?market=XX'],
		['testValues', 'GET', '/_sandbox/test-values?market=XX'],
		['openApi', 'GET', '/_sandbox/openapi.json?part=x'],
		['showJournalEntry', 'GET', '/_sandbox/journal/999999'],
		['showJournalEntry', 'GET', '/_sandbox/journal/1?format=har'],
		['verify', 'POST', '/_sandbox/verify', { match: {}, times: { exact: 1 } }],
		['reset', 'POST', '/_sandbox/reset', { all: true }],
		['clearJournal', 'DELETE', '/_sandbox/journal', { all: true }],
	];
}

const expired = async (url: string) => {
	const { sessionId, cardId } = await startPayment(url);
	await send('POST', `${url}/_sandbox/payments/${sessionId}/act`, { action: 'expire' });
	return { sessionId, paymentOptionId: cardId };
};

test('every refusal is one that its call declares', async () => {
	const { url } = await startSandbox();
	const document = await readDocument(url);
	const codes = new Set<string>();
	for (const [operationId, method, path, body] of await mistakes(url)) {
		const answer = await send(method, url + path, body);
		expect(answer.status, path).toBeGreaterThanOrEqual(400);
		expectDeclared(document, operationId, answer);
		codes.add(answer.body.code);
	}
	const gone = await send('POST', `${url}/v2/hybrid-payment`, await expired(url));
	expect(gone.status).toBe(410);
	expectDeclared(document, 'hybridPayment', gone);
	const foreign = await send('POST', `${url}/_sandbox/reset`, undefined, {
		Origin: 'https://elsewhere.example',
	});
	expect(foreign.status).toBe(403);
	expectDeclared(document, 'reset', foreign);
	expect(codes.size).toBeGreaterThan(15);
});

test('a query that a changing call of the control API does not take is refused as declared', async () => {
	const { url } = await startSandbox();
	const document = await readDocument(url);
	const codes = new Set<string>();
	for (const { path, method, described } of operationsOf(document)) {
		if (method === 'get' || !path.startsWith('/_sandbox/')) continue;
		const { sessionId } = await startPayment(url);
		const there = path.replace(/\{id\}/, sessionId).replace(/\{\w+\}/, 'team-a');
		const answer = await send(method.toUpperCase(), `${url}${there}?workspace=team-a`);
		expectDeclared(document, described.operationId, answer);
		codes.add(answer.body.code);
	}
	expect(codes).toContain('invalid_query');
});

test('the health without the control token, and with it, is as it is declared', async () => {
	const controlToken = 'token-of-mine';
	const { url } = await startSandbox({ controlToken });
	const authorized = { Authorization: `Bearer ${controlToken}` };
	const document = (await send('GET', `${url}/_sandbox/openapi.json`, undefined, authorized)).body;
	for (const headers of [{}, authorized]) {
		const answer = await send('GET', `${url}/_sandbox/health`, undefined, headers);
		expect(answer.status).toBe(200);
		expectDeclared(document, 'health', answer);
	}
});

test.each(['application/json', 'text/plain', 'text/html'])(
	'every answer of the control API to Accept: %s is as it is declared',
	async (Accept) => {
		const { url } = await startSandbox();
		const document = await readDocument(url);
		const { sessionId } = await reachCashier(url, 'bank');
		await send('POST', `${url}/_sandbox/payments/${sessionId}/act`, { action: 'submit' });
		await send('POST', `${url}/_sandbox/faults`, { fault: { kind: 'close' }, skip: 100 });
		const gets = operationsOf(document).filter(({ method }) => method === 'get');
		expect(gets.length).toBeGreaterThan(7);
		for (const { path, described } of gets) {
			const id = path.includes('/faults/') ? 'f-1' : path.includes('/journal/') ? '1' : sessionId;
			// The event stream does not end.
			const sent = described.operationId === 'streamEvents' ? 'HEAD' : 'GET';
			const address = url + path.replace('{id}', id).replace('{name}', 'default');
			const answer = await send(sent, address, undefined, { Accept });
			expect(answer.status, path).toBe(200);
			expectDeclared(document, described.operationId, answer);
		}
		for (const [operationId, path, body] of [
			['advanceClock', 'clock/advance', { by: '1d' }],
			['reset', 'reset', undefined],
		] as const) {
			expectDeclared(document, operationId, await send('POST', `${url}/_sandbox/${path}`, body));
		}
	},
);
