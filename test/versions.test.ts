/** The guide, the start page and the OpenAPI document show the versions of the calls that are served (D-22). */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/command.ts';
import { operationsOf, readDocument } from './support/reference.ts';
import { send, startSandbox } from './support/sandbox.ts';

const run = promisify(execFile);

const pathsIn = async (url: string, query = '?part=service') =>
	operationsOf(await readDocument(url, query)).map(({ path }) => path);

test('without v2 the guide makes its payment in a version that is served', async () => {
	const { guide, url } = await startSandbox({ settings: { versions: ['v3', 'v4'] } });
	expect(guide).not.toContain('/v2/');
	const commands = guide.slice(guide.indexOf('ANSWER='), guide.indexOf('\n\nStart page'));
	const { stdout } = await run('sh', ['-c', commands]);
	expect(stdout).toContain('"redirectUrl"');
	const text = await send('GET', `${url}/`, undefined, { Accept: 'text/plain' });
	expect(text.body).toContain(commands);
});

test('after a restart the guide shows the version that the stored settings have', async () => {
	const store = `file:${join(temporaryFolder(), 'store')}`;
	const { configure, close } = await startSandbox({ store });
	await configure({ versions: ['v3'] });
	await close();
	const { guide } = await startSandbox({ store });
	expect(guide).toContain('/v3/payment-options');
	expect(guide).not.toContain('/v2/');
});

test('the texts of a workspace follow its settings', async () => {
	const { url } = await startSandbox();
	const base = `${url}/w/team-a`;
	const v3 = { versions: ['v3'] };
	await send('PUT', `${base}/_sandbox/settings`, v3);
	const text = (at: string) => send('GET', `${at}/`, undefined, { Accept: 'text/plain' });
	expect((await text(base)).body).toContain('/v3/payment-options');
	expect((await text(base)).body).not.toContain('/v2/');
	expect((await text(url)).body).toContain('/v2/payment-options');
	expect(await pathsIn(base)).toEqual([
		'/v3/payment-options',
		'/v3/payment-suboptions',
		'/v3/hybrid-payment',
	]);
	expect(await pathsIn(url)).toEqual([
		'/v2/payment-options',
		'/v2/payment-suboptions',
		'/v2/hybrid-payment',
	]);
});

test('with several versions the document shows the documented one, and names all', async () => {
	const { url } = await startSandbox({ settings: { versions: ['v1', 'v2'] } });
	expect((await pathsIn(url))[0]).toBe('/v2/payment-options');
	const { tags } = await readDocument(url);
	expect(JSON.stringify(tags)).toContain('Served versions: v1, v2 (D-22).');
});

test('off loopback the commands on the start page are in a served version', async () => {
	const { url } = await startSandbox({ host: '0.0.0.0', settings: { versions: ['v3'] } });
	const { body } = await send('GET', `${url}/`, undefined, { Accept: 'text/html' });
	expect(body).toContain('/v3/payment-options');
	expect(body).not.toContain('/v2/');
});
