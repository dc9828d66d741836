/** Wrong values of every setting, and forbidden keys. */
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { SettingTable } from '../../simulator/contract/setting.ts';
import { settingTable } from '../../simulator/contract/settings.ts';
import { configure } from '../../simulator/settings/configure.ts';
import { settingsOf } from '../../simulator/settings/settings.ts';
import { send, startSandbox } from '../support/sandbox.ts';
import { useShared } from '../support/shared.ts';
import { nested } from '../support/toggles.ts';

/** Shared: a rejected value changes nothing. */
const sandbox = useShared(startSandbox);

const wrongValues = [
	{},
	{ x: {} },
	'x'.repeat(70_000),
	'',
	-1,
	1e15,
	true,
	[],
	[{}],
	Array(1_001).fill('x'),
];

test.each(Object.keys(settingTable))('%s names the broken rule of every wrong value', (path) => {
	const { schema } = (settingTable as SettingTable)[path] ?? {};
	const refused = wrongValues.filter((value) => !schema?.safeParse(value).success);
	expect(refused).not.toEqual([]);
	for (const value of refused) {
		// What the control API answers with status 400, as the keys below show.
		const result = configure(settingsOf('instant'), nested(path, value));
		expect(result).toMatchObject({ ok: false });
		for (const { param, detail, fix } of result.ok ? [] : result.errors) {
			expect(detail).toMatch(/^\S* (must|is required|is not known here|is not the )/);
			expect(detail).not.toMatch(/is not valid|Invalid|expected|record/);
			expect([param, fix]).not.toContain('');
		}
	}
});

test.each([
	['methods'],
	['limits.amount'],
	['amount.decimals'],
	['http.extraHeaders'],
	['return.append'],
	['gaps'],
	['errors.codes'],
	['errors.template'],
	['processing.options'],
	['defaultOutcome'],
	['catalog.formInputs.0'],
])('a key __proto__ in %s is refused, and the error names it', async (path) => {
	const { url } = sandbox();
	const text = JSON.stringify(nested(path, { 'the-key': {} })).replace('the-key', '__proto__');
	const param = `${path}.__proto__`;
	const refused = {
		status: 400,
		body: { param, detail: expect.stringContaining(`${param} is not known here.`) },
	};
	expect(await send('PUT', url + controlPaths.settings, text)).toMatchObject(refused);
	const start = `{"settings":${text}}`;
	expect(await send('PUT', `${url}${controlPaths.workspaces}/a`, start)).toMatchObject({
		status: 400,
		body: { param: `settings.${param}` },
	});
});

test('a key __proto__ is refused at the top of the settings of a workspace too', async () => {
	const { url } = sandbox();
	const start = '{"settings":{"__proto__":{"seed":1}}}';
	expect(await send('PUT', `${url}${controlPaths.workspaces}/a`, start)).toMatchObject({
		status: 400,
		body: { param: 'settings.__proto__' },
	});
});

const letters = (count: number, index: number) =>
	Array.from({ length: count }, (_, place) =>
		String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26)),
	).join('');

test.each<[path: string, nameOf: (index: number) => string, value: unknown]>([
	['http.extraHeaders', (index) => `X-${index}`, 'x'],
	['return.append', (index) => `p-${index}`, 'state'],
	['limits.amount', (index) => letters(2, index), { min: 1 }],
	['amount.decimals', (index) => letters(3, index), 2],
])('%s has a bound that merge patches cannot pass', async (path, nameOf, value) => {
	const { url } = await startSandbox();
	const entries = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => [nameOf(from + index), value]);
	const put = (from: number, to: number) => {
		const patch = nested(path, Object.fromEntries(entries(from, to)));
		return send('PUT', url + controlPaths.settings, patch);
	};
	expect((await put(0, 200)).status).toBe(200);
	// A map beside a word is replaced as a whole.
	const isMerged = !['return.append', 'amount.decimals'].includes(path);
	const { status, body } = await (isMerged ? put(200, 201) : put(0, 201));
	expect([status, body.errors]).toEqual([
		400,
		[expect.objectContaining({ param: path, detail: `${path} must have at most 200 entries.` })],
	]);
	const settings = await send('GET', url + controlPaths.settings);
	const [section = '', name = ''] = path.split('.');
	expect(Object.keys(settings.body[section][name])).toHaveLength(200);
});
