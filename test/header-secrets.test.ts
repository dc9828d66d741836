/** `scenarios --header`, and the headers of a merchant file: which calls get them, and that no report shows their values. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reportFiles } from '../reports/render.ts';
import { exampleFile } from './merchants/example.ts';
import { temporaryFolder } from './support/command.ts';
import { scenarios, storyFile } from './support/own-stories.ts';
import { startSandbox } from './support/sandbox.ts';
import { runWarmCommand } from './support/warm-command.ts';

const secret = 'a-secret-of-this-test';
/** What a cut text would show of it. */
const start = secret.slice(0, 8);

async function listen(answer: RequestListener): Promise<string> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	onTestFinished(() => void server.close());
	await expect.poll(() => server.listening).toBe(true);
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function expectNoSecretIn(folder: string): void {
	for (const file of reportFiles) {
		expect(readFileSync(join(folder, file), 'utf8'), file).not.toContain(start);
	}
}

test('--header reaches the three calls only, and no report and no output', async () => {
	const seen = new Map<string, string | undefined>();
	const target = await listen((request, response) => {
		seen.set(request.url ?? '', request.headers.authorization);
		// A host that shows what it got.
		response.writeHead(500).end(`cannot serve ${request.headers.authorization}`);
	});
	const header = `Authorization: Bearer ${secret}`;
	const body = "payin.paymentOptions({ market: 'CO' });";
	const folder = temporaryFolder();
	storyFile(folder, 'no-await', body, "needs: 'calls',");
	// The run names the file of a test, which it does not import.
	writeFileSync(join(folder, `${secret}.test.mjs`), '');
	const args = [folder, 'card/redirected', '--target', target, '--header', header];
	const { code, stdout, stderr, cwd, report } = await scenarios(args);
	expect(code).toBe(3);
	expect(stdout).toContain('$TOKEN.test.mjs');
	expect(report().error).toContain('cannot serve $TOKEN');
	expect(seen.get('/v2/payment-options')).toBe(`Bearer ${secret}`);
	expect(seen.get('/_sandbox/health')).toBeUndefined();
	expect(report().scenarios[1]?.failure?.message).toContain('cannot serve $TOKEN');
	expect(report().scenarios[1]?.rerun).toContain('--header "Authorization: $TOKEN"');
	expectNoSecretIn(join(cwd, 'out'));
	expect(stdout + stderr).not.toContain(start);
});

test('stories pass on a sandbox that wants a key, with --header', async () => {
	const { url } = await startSandbox({ clock: 'real' });
	const response = await fetch(`${url}/_sandbox/settings`, {
		method: 'PUT',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ auth: { mode: 'bearer', keys: ['key-of-this-test'] } }),
	});
	expect(response.status).toBe(200);
	const args = ['card/approved', 'edge/lost-hybrid-after', '--target', url];
	expect((await scenarios(args)).code).toBe(1);
	const header = 'Authorization: Bearer key-of-this-test';
	expect((await scenarios([...args, '--header', header])).code).toBe(0);
});

/** A sandbox behind a host that adds fields to the first answer. */
async function addFields(fields: (header: string) => object): Promise<string> {
	const { url } = await startSandbox({ clock: 'real' });
	return listen(async (request, response) => {
		const { method = '', url: path = '', headers } = request;
		const sent = Object.entries(headers).filter(([name]) => /^(content-type|x-)/.test(name));
		const body = Buffer.concat(await request.toArray());
		const answer = await fetch(url + path, {
			method,
			headers: sent.map(([name, value]) => [name, String(value)]),
			...(body.length > 0 ? { body } : {}),
		});
		const text = await answer.text();
		const isChanged = path.endsWith('/v2/payment-options');
		const changed = () => ({ ...JSON.parse(text), ...fields(String(headers.authorization)) });
		response.writeHead(answer.status, { 'Content-Type': 'application/json' });
		response.end(isChanged ? JSON.stringify(changed()) : text);
	});
}

test.each<[where: string, fields: (header: string) => object]>([
	['as the name of a field', (header) => ({ [header]: 1, debug: { [header]: [header] } })],
	['as a transactionId', (header) => ({ transactionId: header })],
	['in a text that the report cuts', (header) => ({ debug: `${'x'.repeat(40)} ${header}` })],
])('no report has the value of --header that the target returns %s', async (_, fields) => {
	const header = `Authorization: Bearer ${secret}`;
	const target = await addFields(fields);
	const args = ['card/redirected', '--target', target, '--header', header];
	const { code, stdout, stderr, cwd, report } = await scenarios(args);
	expect(code).toBe(1);
	expect(report().scenarios[0]?.deviations).toContainEqual(
		expect.objectContaining({ path: expect.any(String) }),
	);
	expectNoSecretIn(join(cwd, 'out'));
	expect(JSON.stringify(report().scenarios)).toContain('$TOKEN');
	expect(stdout + stderr).not.toContain(start);
});

test('--header replaces a header of the stories in any spelling, and public values are shown', async () => {
	const seen: (string | undefined)[] = [];
	const target = await listen((request, response) => {
		if (request.url?.startsWith('/v2/')) seen.push(request.headers['content-type']);
		response.writeHead(500).end();
	});
	const type = 'content-type: application/json; charset=utf-8';
	const headers = ['--header', type, '--header', `x-key: ${secret}`];
	const args = ['card/redirected', '--target', target, ...headers];
	const { report } = await scenarios(args);
	expect(new Set(seen)).toEqual(new Set(['application/json; charset=utf-8']));
	const [story] = report().scenarios;
	const shown = /-H '[^']*'(?:"[^"]*")?/g;
	expect(story?.failure?.curl?.match(shown)).toEqual([`-H '${type}'`, `-H 'x-key: '"$TOKEN"`]);
	expect(story?.rerun).toContain(`--header '${type}' --header "x-key: $TOKEN"`);
});

test('a name of --header in two spellings is refused', async () => {
	const headers = ['--header', `X-Key: ${secret}`, '--header', 'x-key: 2'];
	const args = ['card/redirected', '--target', 'http://127.0.0.1:1', ...headers];
	expect(await scenarios(args)).toMatchObject({
		...{ code: 2, stdout: '' },
		stderr:
			'payin-sandbox: --header must not repeat the name x-key; upper and lower case are the same. Leave one out.\n',
	});
});

test('a header of a merchant file replaces that of the runner in any spelling', async () => {
	const folder = temporaryFolder();
	const program = `import { createServer } from 'node:http';
createServer((request, response) => {
	const isCheckout = request.url.endsWith('/pay');
	response.writeHead(isCheckout ? 502 : 200).end(isCheckout ? 'type ' + request.headers['content-type'] : '{}');
}).listen(Number(process.argv[2]), '127.0.0.1');`;
	writeFileSync(join(folder, 'shop.mjs'), program);
	const file = join(folder, 'merchant.jsonc');
	const { checkout, ...rest } = exampleFile;
	const command = [process.execPath, 'shop.mjs', '{port}'];
	const check = (headers: object) => {
		const content = { ...rest, command, checkout: { ...checkout, headers } };
		writeFileSync(file, JSON.stringify(content));
		return runWarmCommand(['merchant', 'check', file]);
	};
	const { stdout } = await check({ 'content-type': 'application/json' });
	expect(stdout).toContain('502 "type application/json"');
	expect(await check({ 'X-Key': '1', 'x-key': '2' })).toMatchObject({
		...{ code: 2, stdout: '' },
		stderr: `payin-sandbox: ${file}:1: checkout.headers.x-key must not repeat a header; upper and lower case of its name are the same.\n`,
	});
});

test('no report and no output has the header values and the keys of a merchant file that the shop returns', async () => {
	const folder = temporaryFolder();
	const key = 'key-in-the-settings';
	const program = `import { createServer } from 'node:http';
createServer((request, response) => {
	const isCheckout = request.url.endsWith('/pay');
	response.writeHead(isCheckout ? 502 : 200).end(isCheckout ? 'error ' + request.headers['x-api-key'] + ' ${key}' : '{}');
}).listen(Number(process.argv[2]), '127.0.0.1');`;
	writeFileSync(join(folder, 'shop.mjs'), program);
	const file = join(folder, 'merchant.jsonc');
	const { checkout, ...rest } = exampleFile;
	const headers = { Accept: 'text/html; error', 'X-Api-Key': secret };
	const command = [process.execPath, 'shop.mjs', '{port}'];
	const sandbox = { auth: { mode: 'bearer', keys: [key] } };
	const content = { ...rest, command, sandbox, checkout: { ...checkout, headers } };
	writeFileSync(file, JSON.stringify(content));
	const { code, stdout, stderr, cwd, report } = await scenarios([
		...['merchant/card-paid', '--merchant', file],
	]);
	// The shop made no call to the sandbox.
	expect(code).toBe(3);
	expect(report().scenarios[0]?.failure?.message).toContain('502 "error $TOKEN $TOKEN"');
	expectNoSecretIn(join(cwd, 'out'));
	expect(stdout + stderr).not.toContain(start);
	expect(stdout + stderr).not.toContain(key);
	const check = await runWarmCommand(['merchant', 'check', file]);
	expect([check.code, check.stdout]).toEqual([
		1,
		expect.stringContaining('502 "error $TOKEN $TOKEN"'),
	]);
	expect(check.stdout + check.stderr).not.toContain(start);
});

test('no report and no output of load has the header values of a merchant file that a failed shop wrote', async () => {
	const folder = temporaryFolder();
	const program = `console.log('config', process.env.ADMIN_KEY); process.exit(1);`;
	writeFileSync(join(folder, 'shop.mjs'), program);
	const file = join(folder, 'merchant.jsonc');
	const shop = {
		...exampleFile,
		command: [process.execPath, 'shop.mjs', '{port}'],
		env: { ADMIN_KEY: secret },
		settle: { ...exampleFile.settle, headers: { 'X-Admin-Key': secret } },
	};
	writeFileSync(file, JSON.stringify(shop));
	const out = join(folder, 'out');
	const args = ['load', '--profile', 'average', '--rate', '2', '--duration', '5s'];
	const { code, stdout, stderr } = await runWarmCommand([
		...args,
		...['--merchant', file, '--out', out],
	]);
	expect([code, stdout]).toEqual([3, expect.stringContaining('config $TOKEN')]);
	expect(stdout + stderr).not.toContain(start);
	for (const name of readdirSync(out)) {
		expect(readFileSync(join(out, name), 'utf8'), name).not.toContain(start);
	}
});

test.each([
	'Connection',
	'content-length',
	'Expect',
	'Keep-Alive',
	'Sec-Fetch-Mode',
	'Transfer-Encoding',
	'Upgrade',
])('--header refuses %s, which the HTTP client controls', async (name) => {
	const target = 'http://127.0.0.1:1';
	const args = ['card/redirected', '--target', target, '--header', `${name}: ${secret}`];
	expect(await scenarios(args)).toMatchObject({
		...{ code: 2, stdout: '' },
		stderr: `payin-sandbox: --header must not set ${name}: the HTTP client controls this header. Remove this --header.\n`,
	});
});

test('--header refuses Host, and names --target', async () => {
	const args = ['card/redirected', '--target', 'http://127.0.0.1:1', '--header', 'Host: a.example'];
	const { code, stderr } = await scenarios(args);
	expect([code, stderr]).toEqual([
		2,
		expect.stringContaining('Remove this --header, and name the host in --target.\n'),
	]);
});
