/** Card numbers and secrets in fault rules: they are neither stored nor shown. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { choose, options, withReference } from '../support/calls.ts';
import { temporaryFolder } from '../support/command.ts';
import { configuration, folderWith } from '../support/configuration.ts';
import { failing, statusOf, withRules } from '../support/faults.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { send, startPayment, startSandbox } from '../support/sandbox.ts';

const number = '5500005555555559';
const rule = { match: { reference: `order-${number}` }, fault: failing };
const masked = String.raw`order-550000\*\*\*\*\*\*5559`;

async function shownTexts({ url }: Pick<Sandbox, 'url'>): Promise<string[]> {
	const { faults, settings } = controlPaths;
	const paths = [faults, settings, `${settings}/changes`];
	const responses = await Promise.all(paths.map((path) => send('GET', url + path)));
	return responses.map(({ body }) => JSON.stringify(body));
}

describe('a card number in a reference is stored and shown masked', () => {
	type Write = (sandbox: Sandbox, faults: readonly object[]) => ReturnType<typeof send>;
	const ways: Record<string, [path: string, write: Write]> = {
		'POST faults': ['', ({ url }, [one]) => send('POST', url + controlPaths.faults, one)],
		'PUT faults': ['', ({ url }, [one]) => send('PUT', `${url}${controlPaths.faults}/f-1`, one)],
		'PUT settings': ['', ({ url }, faults) => send('PUT', url + controlPaths.settings, { faults })],
		'PUT workspaces': [
			'/w/own',
			({ url }, faults) =>
				send('PUT', `${url}${controlPaths.workspaces}/own`, { settings: { faults } }),
		],
	};

	test.each(Object.entries(ways))('by %s', async (_way, [path, write]) => {
		const folder = temporaryFolder();
		const sandbox = await startSandbox({ store: `file:${join(folder, 'store')}` });
		// The counts are ignored.
		await write(sandbox, [{ ...rule, seen: number, hits: Number(number) }]);
		const url = sandbox.url + path;
		for (const text of await shownTexts({ url })) {
			expect(text).toContain(JSON.stringify(masked));
			expect(text).not.toContain(number);
		}
		const called = withReference(rule.match.reference);
		expect(await statusOf(options({ url }, called))).toBe(503);
		expect(await statusOf(options({ url }, withReference('order-5500005555555567')))).toBe(200);
		const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
		expect(files.join('')).toContain('550000');
		expect(files.join('')).not.toContain(number);
		// What is shown can be sent again.
		const { body } = await send('GET', url + controlPaths.settings);
		const again = await send('PUT', url + controlPaths.settings, { faults: body.faults });
		expect(again.body.faults).toEqual(body.faults);
		expect(await statusOf(options({ url }, called))).toBe(503);
	});

	test('by the library', async () => {
		const sandbox = await startSandbox({ settings: { faults: [rule] } });
		const shown = await shownTexts(sandbox);
		expect(shown.map((text) => text.includes(JSON.stringify(masked)))).toEqual([true, true, true]);
		expect(shown.join('')).not.toContain(number);
	});

	test('by the configuration file and by --set', async () => {
		const folder = folderWith({ settings: { faults: [rule] } });
		const set = ['--set', `faults=${JSON.stringify([rule])}`];
		for (const read of [configuration(folder), configuration(temporaryFolder(), set)]) {
			const { config, stdout } = await read;
			expect(config.settings.faults).toMatchObject([{ match: { reference: masked } }]);
			expect(stdout).not.toContain(number);
		}
	});
});

test.each([
	[`order-${number}`, `order-${number}`],
	['order-5500-0055-5555-5559', `order-${number}`],
	[String.raw`order-\55000055555\55559`, `order-${number}`],
	[String.raw`a\*b\?c\\d-${number}`, `a*b?c\\d-${number}`],
	[`${number}\\`, `${number}\\`],
])('the rule for %j breaks exactly the calls of a payment with %j', async (reference, sent) => {
	const sandbox = await withRules([{ match: { reference }, fault: failing, enabled: false }]);
	const { sessionId, cardId } = await startPayment(sandbox.url, withReference(sent));
	const [stored] = await sandbox.faults.rules();
	await sandbox.faults.put('f-1', { match: stored?.match ?? {}, fault: failing });
	expect(JSON.stringify(await sandbox.faults.rules())).not.toContain(number);
	const choice = { sessionId, paymentOptionId: cardId };
	expect(await statusOf(choose(sandbox, choice))).toBe(503);
	expect(await statusOf(options(sandbox, withReference(sent)))).toBe(503);
	// Stars of the mask are no wildcards.
	const others = [sent.replace(number, '550000-1-5559'), sent.replace(number, '5500001234565559')];
	for (const other of [...others, `${sent}-1`]) {
		expect(await statusOf(options(sandbox, withReference(other)))).toBe(200);
	}
});

describe('refused, because rules are stored and shown', () => {
	const hidden = { kind: 'content-type', body: `<p>${number}</p>` };
	const typed = { kind: 'content-type', value: `text/html; a=${number}` };
	const cards: [object, string][] = [
		[{ id: `c-${number}` }, 'id'],
		[{ title: 'card 5500 0055 5555 5559' }, 'title'],
		[{ match: { header: { 'x-card': number } } }, 'match.header.x-card'],
		[{ match: { header: { [`x-${number}`]: 'a' } } }, 'match.header.x-{number}'],
		[{ match: { transactionId: number } }, 'match.transactionId'],
		[{ match: { option: number } }, 'match.option'],
		[{ match: { bank: [number] } }, 'match.bank.0'],
		[{ match: { reference: `order-${number}-*` } }, 'match.reference'],
		[{ fault: hidden }, 'fault.body'],
		[{ fault: typed }, 'fault.value'],
	];

	test.each(cards)('a card number: %j', async (part, param) => {
		const sandbox = await startSandbox();
		const sent = { fault: failing, ...part };
		const added = await send('POST', sandbox.url + controlPaths.faults, sent);
		const set = await send('PUT', sandbox.url + controlPaths.settings, { faults: [sent] });
		for (const [answer, prefix] of [[added, ''] as const, [set, 'faults.0.'] as const]) {
			expect(answer.status).toBe(400);
			expect(answer.body).toMatchObject({
				param: prefix + param,
				detail: expect.stringMatching(/must not contain .*card number.*middle digits/),
			});
			expect(JSON.stringify(answer.body).replaceAll(' ', '')).not.toContain(number);
		}
		expect(await sandbox.faults.rules()).toEqual([]);
	});

	test('a masked reference that is too long', async () => {
		const { url } = await startSandbox();
		const match = { reference: number.padStart(256, 'x') };
		const { status, body } = await send('POST', url + controlPaths.faults, { ...rule, match });
		expect(status).toBe(400);
		expect(body.detail).toMatch(/at most 256 characters, of which a masked digit, \\\*, takes two/);
	});

	test('a header whose name only looks like that of a secret is matched', async () => {
		const sandbox = await startSandbox();
		const sent = { match: { header: { 'X-Author-Id': 'ana' } }, fault: failing };
		expect((await send('POST', sandbox.url + controlPaths.faults, sent)).status).toBe(201);
	});

	const secret = 'Bearer sk-test-1';
	test.each([
		'authorization',
		'Cookie',
		'X-Api-Key',
		'X-Key',
		'X-Sig',
		'X-Hmac',
		'Idempotency-Key',
	])('a header that carries a secret: %s', async (name) => {
		const sandbox = await startSandbox();
		const sent = { match: { header: { [name]: secret } }, fault: failing };
		const added = await send('POST', sandbox.url + controlPaths.faults, sent);
		expect(added.status).toBe(400);
		expect(added.body).toMatchObject({
			param: `match.header.${name}`,
			detail: expect.stringMatching(/carries a secret.*match another header or the reference/),
		});
		expect(JSON.stringify([added.body, await shownTexts(sandbox)])).not.toContain(secret);
	});

	test('the header that auth.header names, in any order of the two settings', async () => {
		const sandbox = await startSandbox();
		const faults = [{ match: { header: { 'x-shop': secret } }, fault: failing }];
		const auth = { mode: 'apiKey', keys: [secret], header: 'X-Shop' };
		const put = (patch: object) => send('PUT', sandbox.url + controlPaths.settings, patch);
		const param = 'faults.0.match.header.x-shop';
		const detail = expect.stringMatching(/auth\.header.*match another header or the reference/);
		await put({ auth });
		expect(await put({ faults })).toMatchObject({ status: 400, body: { param, detail } });
		const added = await send('POST', sandbox.url + controlPaths.faults, faults[0]);
		expect(added).toMatchObject({ status: 400, body: { detail } });
		expect((await shownTexts(sandbox)).join('')).not.toContain(secret);
		await put({ auth: null });
		expect((await put({ faults })).status).toBe(200);
		expect(await put({ auth })).toMatchObject({ status: 400, body: { param, detail } });
	});
});
