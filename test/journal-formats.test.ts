/** One journal entry, the command that repeats it, and the journal as an HTTP Archive. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { harSchema } from '../simulator/contract/har.ts';
import { journalEntrySchema } from '../simulator/contract/journal.ts';
import { threeCalls } from './support/ask.ts';
import { options } from './support/calls.ts';
import { exchange } from './support/raw.ts';
import { expectDeclared, readDocument } from './support/reference.ts';
import { send, startSandbox } from './support/sandbox.ts';

const run = promisify(execFile);
const journal = '/_sandbox/journal';

test('an entry is read by its id, and one that is not there is unknown', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { paymentReference: 'order-7' });
	const { status, body } = await send('GET', `${sandbox.url}${journal}/1`);
	expect(status).toBe(200);
	expect(journalEntrySchema.parse(body)).toEqual((await sandbox.journal()).entries[0]);
	expect(body).toMatchObject({ id: 1, paymentReference: 'order-7', headers: {}, resent: false });
	for (const id of ['0', '2', 'x', '1.5', '-1', '99999999999999999999']) {
		const unknown = await send('GET', `${sandbox.url}${journal}/${id}`);
		expect([unknown.status, unknown.body.code]).toEqual([404, 'entry_not_found']);
	}
	const team = await sandbox.workspace('team-a');
	expect((await send('GET', `${team.url}${journal}/1`)).status).toBe(404);
	await sandbox.clearJournal();
	await options(sandbox);
	// Ids go on, so that an id never means another call.
	expect((await send('GET', `${sandbox.url}${journal}/1`)).status).toBe(404);
	expect((await send('GET', `${sandbox.url}${journal}/2`)).status).toBe(200);
});

test('the command of a call that was refused for its content type has this type', async () => {
	const sandbox = await startSandbox({ settings: { journal: { headers: ['Content-Type'] } } });
	const type = { 'Content-Type': 'text/plain' };
	expect((await send('POST', `${sandbox.url}/v2/payment-options`, 'hello', type)).status).toBe(415);
	const { body } = await send('GET', `${sandbox.url}${journal}/1?format=curl`);
	expect(body).toContain("-H 'Content-Type: text/plain'");
	expect(body).not.toContain('--data-raw');
});

test('a recorded header that the settings then name for the key is not shown, also in older entries', async () => {
	const sandbox = await startSandbox({
		settings: { journal: { headers: ['X-Partner', 'X-Shop'] } },
	});
	await options(sandbox, {}, { 'X-Partner': 'not-for-your-eyes', 'X-Shop': 'mine' });
	await sandbox.configure({
		auth: { mode: 'apiKey', header: 'X-Partner', keys: ['not-for-your-eyes'] },
	});
	for (const path of ['', '?format=har', '/1', '/1?format=curl']) {
		const text = await (await fetch(`${sandbox.url}${journal}${path}`)).text();
		expect(text).toContain('mine');
		expect(text).not.toContain('not-for-your-eyes');
	}
});

test.skipIf(process.platform === 'win32')(
	'the command of a call repeats it, with secrets as variables, in its workspace',
	async () => {
		const settings = {
			auth: { mode: 'bearer', keys: ['not-for-your-eyes'] },
			journal: { headers: ['X-Merchant'] },
		};
		const sandbox = await startSandbox({ settings });
		const team = await sandbox.workspace('team-a');
		const headers = {
			Authorization: 'Bearer not-for-your-eyes',
			'Idempotency-Key': 'key-of-mine',
			'X-Merchant': "l'atelier",
		};
		await options(team, { customer: { name: `$(exit 1) 'it' "is" \`Ana\` \\ ü\u001b` } }, headers);
		const address = `${team.url}${journal}/1?format=curl`;
		const document = await readDocument(sandbox.url, '?part=sandbox');
		const answer = await send('GET', address);
		expectDeclared(document, 'showJournalEntry', answer);
		expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
		expect(answer.body).not.toMatch(/not-for-your-eyes|key-of-mine/);
		expect(answer.body).toContain('"$TOKEN"');
		const env = { PATH: process.env.PATH, TOKEN: 'not-for-your-eyes', IDEMPOTENCY_KEY: 'k' };
		const { stdout } = await run('bash', ['--norc', '-c', answer.body], { env });
		expect(JSON.parse(stdout)).toHaveProperty('sessionId');
		const [again, first] = (await team.journal()).entries;
		expect(again?.request).toEqual(first?.request);
		expect(again?.headers).toEqual({ 'x-merchant': "l'atelier" });
		expect(again).toMatchObject({ id: 2, authorization: 'present', idempotencyKey: 'present' });
		expect((await sandbox.journal()).entries).toEqual([]);
	},
);

test.skipIf(process.platform === 'win32')(
	'a path with dot segments, and a target without a path, are repeated as they were sent',
	async () => {
		const sandbox = await startSandbox();
		const team = await sandbox.workspace('team-a');
		const head = [
			'Host: 127.0.0.1',
			'X-Sandbox-Workspace: team-a',
			'Connection: close',
			'Content-Length: 0',
		].join('\r\n');
		const targets = [
			['DELETE', '/v2/../_sandbox/journal'],
			['DELETE', '/v2/%2e%2e/_sandbox/journal'],
			['OPTIONS', '*'],
		];
		for (const [method, target] of targets) {
			await exchange(sandbox.url, `${method} ${target} HTTP/1.1\r\n${head}\r\n\r\n`);
		}
		for (const id of [1, 2, 3]) {
			const { body } = await send('GET', `${team.url}${journal}/${id}?format=curl`);
			await run('bash', ['--norc', '-c', body]);
		}
		const { entries } = await team.journal();
		const sent = entries.reverse().map(({ method, path, status }) => [method, path, status]);
		const recorded = targets.map(([method, target]) => [method, target, 404]);
		expect(sent).toEqual([...recorded, ...recorded]);
		expect((await sandbox.journal()).entries).toEqual([]);
		const { body } = await send('GET', `${team.url}${journal}?format=har`);
		const { log } = harSchema.parse(body);
		expect(log.entries[2]?.request).toMatchObject({ method: 'OPTIONS', url: team.url });
	},
);

test('a configured public address is the one in the command, in the archive, on the page and in the text', async () => {
	const sandbox = await startSandbox({ publicUrl: 'https://pay.example/base/' });
	const base = 'https://pay.example/base/w/team-a';
	const team = await sandbox.workspace('team-a');
	await options(team);
	const read = async (path: string, Accept = '*/*') =>
		(await send('GET', `${team.url}${path}`, undefined, { Accept })).body;
	expect(await read(`${journal}/1?format=curl`)).toContain(`'${base}/v2/payment-options'`);
	const { log } = await read(`${journal}?format=har`);
	expect(log.entries[0].request.url).toBe(`${base}/v2/payment-options`);
	expect(await read('/', 'text/html')).toContain(base);
	expect(await read('/', 'text/plain')).toContain(`curl -s ${base}/v2/payment-options`);
	expect(sandbox.guide).toContain('curl -s https://pay.example/base/v2/payment-options');
});

test('the archive has the calls of the same filters, the oldest first', async () => {
	const sandbox = await startSandbox({ settings: { journal: { headers: ['X-Merchant'] } } });
	await threeCalls(sandbox);
	const secret = { Authorization: 'Bearer not-for-your-eyes', 'X-Merchant': 'shop-7' };
	await options(sandbox, { amount: -1 }, secret);
	await send('GET', `${sandbox.url}/pay?sessionId=x`);
	const read = async (query: string) => {
		const answer = await send('GET', `${sandbox.url}${journal}?format=har${query}`);
		expect(answer.status).toBe(200);
		return answer;
	};
	const answer = await read('');
	expectDeclared(await readDocument(sandbox.url), 'showJournal', answer);
	expect(answer.headers.get('content-disposition')).toBe(
		'attachment; filename="payin-sandbox.har"',
	);
	expect(JSON.stringify(answer.body)).not.toContain('not-for-your-eyes');
	const { log } = harSchema.parse(answer.body);
	expect(log.entries.map(({ _entry: id }) => id)).toEqual([1, 2, 3, 4, 5]);
	const starts = log.entries.map(({ startedDateTime }) => Date.parse(startedDateTime));
	expect(starts).toEqual(starts.toSorted((one, other) => one - other));
	const [, , , refused, page] = log.entries;
	expect(refused).toMatchObject({
		request: {
			method: 'POST',
			url: `${sandbox.url}/v2/payment-options`,
			headers: [{ name: 'x-merchant', value: 'shop-7' }],
			postData: { mimeType: 'application/json' },
		},
		response: { status: 400, statusText: 'Bad Request' },
	});
	expect(JSON.parse(refused?.request.postData?.text ?? '')).toMatchObject({ amount: -1 });
	expect(JSON.parse(refused?.response.content.text ?? '')).toMatchObject({ param: 'amount' });
	expect(page?.response.content).toEqual({ size: 0, mimeType: 'text/html' });
	const ids = async (query: string) =>
		(await read(query)).body.log.entries.map((entry: { _entry: number }) => entry._entry);
	expect(await ids('&status=400')).toEqual([4]);
	expect(await ids('&endpoint=hybridPayment')).toEqual([3]);
	const { body } = await read('&limit=2');
	expect(body.log._next).toBe('4');
	expect(await ids('&limit=2&cursor=4')).toEqual([2, 3]);
	const team = await sandbox.workspace('team-a');
	await options(team);
	const { body: ofTeam } = await send('GET', `${team.url}${journal}?format=har`);
	expect(ofTeam.log.entries[0].request.url).toBe(`${team.url}/v2/payment-options`);
});
