/** A card number in a wrong place is neither repeated in a response nor logged (P18). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { options } from './support/calls.ts';
import { temporaryFolder } from './support/command.ts';
import type { Sandbox } from './support/sandbox.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

const number = '4111111111111111';
const forms = [number, '4111 1111 1111 1111', '4111-1111-1111-1111'];

type Ask = (sandbox: Sandbox, text: string) => ReturnType<typeof send>;

const settings = (url: string, patch: object) => send('PUT', url + controlPaths.settings, patch);

const places: Record<string, Ask> = {
	'the id of a payment': ({ url }, text) =>
		send('GET', `${url}${controlPaths.payments}/${encodeURIComponent(text)}`),
	'an unknown path': ({ url }, text) => send('GET', `${url}/v2/${encodeURIComponent(text)}`),
	'the name of a workspace': ({ url }, text) =>
		send('GET', `${url}${controlPaths.workspaces}/${encodeURIComponent(text)}`),
	'the front of a path': ({ url }, text) =>
		send('GET', `${url}/w/${encodeURIComponent(text)}/nothing`, undefined, {
			'X-Sandbox-Workspace': 'team-a',
		}),
	'a name in a query': ({ url }, text) =>
		send('GET', `${url}${controlPaths.payments}?${encodeURIComponent(text)}=1`),
	'a market': ({ url }, text) =>
		send('GET', `${url}${controlPaths.customers}?market=${encodeURIComponent(text)}`),
	'a content type': ({ url }, text) =>
		send('POST', url + servicePaths.paymentOptions, '{}', { 'Content-Type': text }),
	'an encoding': ({ url }, text) =>
		send('POST', url + servicePaths.paymentOptions, '{}', { 'Content-Encoding': text }),
	'an origin': ({ url }, text) =>
		send('POST', url + servicePaths.paymentOptions, '{}', { Origin: text }),
	'an unknown field': ({ url }, text) =>
		send('POST', url + servicePaths.paymentOptions, { ...paymentOptionsExample, [text]: 1 }),
	'a setting': ({ url }, text) => settings(url, { [text]: 1 }),
	'the name of an option in the settings': ({ url }, text) =>
		settings(url, { processing: { options: { [text]: 'none' } } }),
	'a market in the settings': ({ url }, text) => settings(url, { catalog: { packs: [text] } }),
	async 'an optionId'({ url }, text) {
		const { sessionId, bankId: paymentOptionId } = await startPayment(url);
		const choice = { sessionId, paymentOptionId, optionId: text };
		return send('POST', url + servicePaths.hybridPayment, choice);
	},
	async 'a field of act'({ url }, text) {
		const { sessionId } = await reachCashier(url, 'card');
		const act = `${url}${controlPaths.payments}/${sessionId}/act`;
		return send('POST', act, { action: 'submit', [text]: text });
	},
};

test.each(Object.entries(places))('as %s', async (_place, ask) => {
	const lines: string[] = [];
	const sandbox = await startSandbox({
		settings: { validation: { unknownFields: 'reject' } },
		log: 'json',
		writeLog: (line) => lines.push(line),
	});
	for (const text of forms) {
		const { status, headers, body } = await ask(sandbox, text);
		expect(status).toBeGreaterThanOrEqual(400);
		const seen = JSON.stringify([body, [...headers], lines]);
		expect(seen.replace(/[\s-]|%20/g, '')).not.toContain(number);
		expect(JSON.stringify(body)).toMatch(text === number ? /\{number\}|not be a card/ : '');
	}
	expect(lines.length).toBeGreaterThan(0);
});

test('as the id of a request it is replaced, and any other id is kept', async () => {
	const lines: string[] = [];
	const writeLog = (line: string) => lines.push(line);
	const sandbox = await startSandbox({ log: 'json', writeLog });
	const call = async (id: string) => {
		const headers = { 'X-Request-Id': id };
		const { headers: responseHeaders, body } = await send(
			'GET',
			`${sandbox.url}/nothing`,
			undefined,
			headers,
		);
		expect(body.requestId).toBe(responseHeaders.get('x-request-id'));
		return body.requestId;
	};
	const cards = [number, '4111-1111-1111-1111', '4111_1111.1111_1111', '-4111111111111111'];
	for (const id of cards) expect(await call(id)).toMatch(/^[0-9a-f]{8}-/);
	const seen = JSON.stringify([lines, await sandbox.journal()]);
	expect(seen.replace(/[._-]/g, '')).not.toContain(number);
	const others = ['4111111111111112', 'order-1001', '12345678-1234-4123-8123-123456789012'];
	for (const id of others) expect(await call(id)).toBe(id);
});

test('an error about an unknown id contains the id, with its digits', async () => {
	const { url } = await startSandbox();
	const id = '12345678-1234-4123-8123-123456789012';
	const { body } = await send('GET', `${url}${controlPaths.payments}/${id}`);
	expect(body.detail).toContain(id);
});

test.each(['memory', 'file'])(
	'in a reference and in redirectUrl it is shown and found masked, and only the return link has it: store %s',
	async (kind) => {
		const folder = temporaryFolder();
		const lines: string[] = [];
		const sandbox = await startSandbox({
			store: kind === 'file' ? `file:${join(folder, 'payments')}` : 'memory',
			log: 'json',
			writeLog: (line) => lines.push(line),
			settings: { return: { append: { ref: 'paymentReference' } } },
		});
		const { url } = sandbox;
		for (const form of forms) {
			const reference = `order-${form}-1`;
			const redirectUrl = `https://shop.example/return?card=${encodeURIComponent(form)}&b=1`;
			const changes = { paymentReference: reference, redirectUrl };
			const { page, sessionId } = await reachCashier(url, 'card', changes);
			const shown = 'order-411111******1111-1';
			const [found] = await sandbox.payments({ reference });
			expect(found).toMatchObject({
				sessionId,
				paymentReference: shown,
				redirectUrl: 'https://shop.example/return?card=411111******1111&b=1',
			});
			expect(await sandbox.payments({ reference: shown })).toHaveLength(forms.indexOf(form) + 1);
			await sandbox.act(sessionId, { action: 'submit' });
			const { body } = await send('GET', page);
			const link = `${redirectUrl}&ref=order-411111******1111-1`.replaceAll('&', '&amp;');
			expect(body).toContain(`href="${link}"`);
			expect(body.replaceAll(link, '')).toContain(shown);
			expect(body.replaceAll(link, '').replace(/[\s-]|%20/g, '')).not.toContain(number);
			const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
			const acted = await sandbox.act(sessionId, { action: 'return' });
			expect(acted).toMatchObject({ redirectUrl, returnUrl: link.replaceAll('&amp;', '&') });
			expect(acted.paymentReference).toBe(shown);
			const seen = [
				await sandbox.payment(sessionId),
				await sandbox.payments(),
				await sandbox.journal(),
				lines,
			];
			const kept = JSON.stringify(seen) + files.join('').replace(/return\?card=[^&]*&/g, '');
			expect(kept.replace(/[\s-]|%20/g, '')).not.toContain(number);
			expect(files.join('').includes(redirectUrl)).toBe(kind === 'file');
		}
	},
);

test('references with different card numbers have payments of their own', async () => {
	const { url } = await startSandbox({ settings: { reference: { duplicate: 'reject' } } });
	const statusOf = async (paymentReference: string) =>
		(await options({ url }, { paymentReference })).status;
	expect(await statusOf('4242424242424242')).toBe(200);
	expect(await statusOf('4242424242424242')).toBe(409);
	expect(await statusOf('4111111111111111')).toBe(200);
});

test('no digest of a request is kept that depends on the masked digits of a card number', async () => {
	const { url } = await startSandbox({ settings: { reference: { duplicate: 'replay' } } });
	const sent = async (paymentReference: string, customer: object) =>
		(await options({ url }, { paymentReference, customer })).body.transactionId;
	const first = await sent('4111110000091111', { name: '4242420000042424' });
	expect(await sent('4111110000171111', { name: '4242420000122424' })).toBe(first);
	expect(await sent('4111110000171111', { name: '4242430000032424' })).toBeUndefined();
});

test('in a response it is not kept by the journal, and the code of a fault has no long number', async () => {
	const sandbox = await startSandbox();
	const injected =
		`content-type=application/json;status=502;body="{""card"":""${number}""}"`.replaceAll(
			'""',
			'\\"',
		);
	await options(sandbox, {}, { 'X-Sandbox-Fault': injected });
	const { entries } = await sandbox.journal();
	expect(entries[0]).toMatchObject({ status: 502, response: { card: '{number}' } });
	const typed = { 'X-Sandbox-Fault': `content-type="text/html; a=${number}"` };
	await options(sandbox, {}, typed);
	expect(JSON.stringify(await sandbox.journal())).not.toContain(number);
	const coded = { 'X-Sandbox-Fault': `status=503;code=${number}` };
	const { status, body } = await options(sandbox, {}, coded);
	expect(status).toBe(400);
	expect(JSON.stringify([body, await sandbox.journal()])).not.toContain(number);
});

test('a security code in the return address is shown masked, and who returns gets it', async () => {
	const sandbox = await startSandbox();
	const redirectUrl = 'https://shop.example/?cvv=8317&a=1';
	const { sessionId } = await startPayment(sandbox.url, { redirectUrl });
	const { body } = await send('GET', `${sandbox.url}${controlPaths.payments}/${sessionId}`);
	expect(body.redirectUrl).toBe('https://shop.example/?cvv=…&a=1');
	expect(body.returnUrl).toMatch(/^https:\/\/shop\.example\/\?cvv=…&a=1/);
	expect((await sandbox.act(sessionId, { action: 'return' })).redirectUrl).toBe(redirectUrl);
	expect(JSON.stringify(await sandbox.journal())).not.toContain('8317');
});

test('in a path it is not kept when its digits are escaped', async () => {
	const sandbox = await startSandbox();
	const escaped = number.replace(/./g, (digit) => `%3${digit}`);
	await send('GET', `${sandbox.url}/v2/${escaped}`);
	expect((await sandbox.journal()).entries[0]?.path).toBe('/v2/{number}');
});
