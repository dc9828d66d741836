import { expect, test } from 'vitest';
import { gapListSchema } from '../../simulator/contract/gaps/ledger.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { send, startSandbox } from '../support/sandbox.ts';

async function gapsOf({ url }: Sandbox) {
	const { body } = await send('GET', url + controlPaths.gaps);
	return gapListSchema.parse(body).gaps;
}

test('every gap is listed in order, and assumed by default', async () => {
	const gaps = await gapsOf(await startSandbox());
	const numbers = Array.from({ length: 47 }, (_, index) => String(index + 1).padStart(2, '0'));
	expect(gaps.map(({ id }) => id)).toEqual(numbers.map((number) => `D-${number}`));
	for (const { standing, settings, notShown, assumed } of gaps) {
		expect(standing).toBe('assumed by sandbox');
		expect(notShown).not.toBe('');
		expect(assumed).not.toBe('');
		for (const { value, default: fallback } of settings) expect(value).toEqual(fallback);
	}
});

test('a gap without a setting is fixed', async () => {
	const gaps = await gapsOf(await startSandbox());
	const fixed = gaps.filter(({ settings }) => settings.length === 0);
	expect(fixed.map(({ id }) => id)).toEqual(['D-14', 'D-42', 'D-45']);
});

test('settings of the user and confirmed gaps are marked, in the list and in the guide', async () => {
	const settings = {
		cashier: { maxAttempts: 5 },
		gaps: { 'D-17': { confirmed: '2026-11-01', by: 'Ana' } },
	};
	const sandbox = await startSandbox({ settings });
	expect(sandbox.guide).toContain(
		'45 of 47 assumed, 1 set by you (D-44), 1 confirmed by you (D-17)',
	);
	const gaps = await gapsOf(sandbox);
	expect(gaps.find(({ id }) => id === 'D-44')).toMatchObject({
		standing: 'set by you',
		settings: [{ path: 'cashier.maxAttempts', default: 3, value: 5 }],
	});
	expect(gaps.find(({ id }) => id === 'D-17')).toMatchObject({
		standing: 'confirmed by you',
		confirmed: { confirmed: '2026-11-01', by: 'Ana' },
	});
	await sandbox.configure({ cashier: { maxAttempts: null }, gaps: null });
	const standings = (await gapsOf(sandbox)).map(({ standing }) => standing);
	expect(new Set(standings)).toEqual(new Set(['assumed by sandbox']));
});

test('a setting with its default value stays an assumption', async () => {
	const sandbox = await startSandbox({
		settings: { session: { ttl: '30m' }, validation: { unknownFields: 'warn' } },
	});
	expect(sandbox.guide).toContain('47 of 47 assumed.');
	const { body } = await send('GET', sandbox.url + controlPaths.settings);
	const { auth: _hidden, ...shown } = body;
	await sandbox.configure(shown);
	const standings = (await gapsOf(sandbox)).map(({ standing }) => standing);
	expect(new Set(standings)).toEqual(new Set(['assumed by sandbox']));
});

test.each([
	[{ gaps: { 'D-99': { confirmed: '2026-11-01' } } }, 'gaps.D-99'],
	[{ gaps: { 'D-17': { confirmed: 'yesterday' } } }, 'gaps.D-17.confirmed'],
	[{ gaps: { 'D-17': { by: 'Ana' } } }, 'gaps.D-17.confirmed'],
])('%j is refused at its path', async (patch, param) => {
	const { url } = await startSandbox();
	const { status, body } = await send('PUT', url + controlPaths.settings, patch);
	expect(status).toBe(400);
	expect(body.param).toBe(param);
});
