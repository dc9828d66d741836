/** A card number in a wrong place is neither told again nor logged (P18). */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import type { Sandbox } from './support/sandbox.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

const number = '4111111111111111';
const forms = [number, '4111 1111 1111 1111', '4111-1111-1111-1111'];

type Ask = (sandbox: Sandbox, told: string) => ReturnType<typeof send>;

const settings = (url: string, patch: object) => send('PUT', url + controlPaths.settings, patch);

const places: Record<string, Ask> = {
	'the id of a payment': ({ url }, told) =>
		send('GET', `${url}${controlPaths.payments}/${encodeURIComponent(told)}`),
	'an unknown path': ({ url }, told) => send('GET', `${url}/v2/${encodeURIComponent(told)}`),
	'the name of a workspace': ({ url }, told) =>
		send('GET', `${url}${controlPaths.workspaces}/${encodeURIComponent(told)}`),
	'the front of a path': ({ url }, told) =>
		send('GET', `${url}/w/${encodeURIComponent(told)}/nothing`, undefined, {
			'X-Sandbox-Workspace': 'team-a',
		}),
	'a name in a query': ({ url }, told) =>
		send('GET', `${url}${controlPaths.payments}?${encodeURIComponent(told)}=1`),
	'a market': ({ url }, told) =>
		send('GET', `${url}${controlPaths.customers}?market=${encodeURIComponent(told)}`),
	'a content type': ({ url }, told) =>
		send('POST', url + servicePaths.paymentOptions, '{}', { 'Content-Type': told }),
	'an encoding': ({ url }, told) =>
		send('POST', url + servicePaths.paymentOptions, '{}', { 'Content-Encoding': told }),
	'an origin': ({ url }, told) =>
		send('POST', url + servicePaths.paymentOptions, '{}', { Origin: told }),
	'an unknown field': ({ url }, told) =>
		send('POST', url + servicePaths.paymentOptions, { ...paymentOptionsExample, [told]: 1 }),
	'a setting': ({ url }, told) => settings(url, { [told]: 1 }),
	'the name of an option in the settings': ({ url }, told) =>
		settings(url, { processing: { options: { [told]: 'none' } } }),
	'a market in the settings': ({ url }, told) => settings(url, { catalog: { packs: [told] } }),
	async 'an optionId'({ url }, told) {
		const { sessionId, bankId: paymentOptionId } = await startPayment(url);
		const choice = { sessionId, paymentOptionId, optionId: told };
		return send('POST', url + servicePaths.hybridPayment, choice);
	},
	async 'a field of act'({ url }, told) {
		const { sessionId } = await reachCashier(url, 'card');
		const act = `${url}${controlPaths.payments}/${sessionId}/act`;
		return send('POST', act, { action: 'submit', [told]: told });
	},
};

test.each(Object.entries(places))('as %s', async (_place, ask) => {
	const lines: string[] = [];
	const sandbox = await startSandbox({
		settings: { validation: { unknownFields: 'reject' } },
		log: 'json',
		writeLog: (line) => lines.push(line),
	});
	for (const told of forms) {
		const { status, headers, body } = await ask(sandbox, told);
		expect(status).toBeGreaterThanOrEqual(400);
		const seen = JSON.stringify([body, [...headers], lines]);
		expect(seen.replace(/[\s-]|%20/g, '')).not.toContain(number);
		expect(JSON.stringify(body)).toContain(told === number ? '{number}' : '');
	}
	expect(lines.length).toBeGreaterThan(0);
});

test('as the id of a request it is replaced, and any other id is taken over', async () => {
	const lines: string[] = [];
	const writeLog = (line: string) => lines.push(line);
	const sandbox = await startSandbox({ log: 'json', writeLog });
	const call = async (id: string) => {
		const headers = { 'X-Request-Id': id };
		const { headers: told, body } = await send('GET', `${sandbox.url}/nothing`, undefined, headers);
		expect(body.requestId).toBe(told.get('x-request-id'));
		return body.requestId;
	};
	const cards = [number, '4111-1111-1111-1111', '4111_1111.1111_1111', '-4111111111111111'];
	for (const id of cards) expect(await call(id)).toMatch(/^[0-9a-f]{8}-/);
	const seen = JSON.stringify([lines, await sandbox.journal()]);
	expect(seen.replace(/[._-]/g, '')).not.toContain(number);
	const others = ['4111111111111112', 'order-1001', '12345678-1234-4123-8123-123456789012'];
	for (const id of others) expect(await call(id)).toBe(id);
});

test('an id that is asked for is told again, digits and all', async () => {
	const { url } = await startSandbox();
	const id = '12345678-1234-4123-8123-123456789012';
	const { body } = await send('GET', `${url}${controlPaths.payments}/${id}`);
	expect(body.detail).toContain(id);
});
