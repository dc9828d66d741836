/** Wrong values of every setting, and forbidden keys. */
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { SettingTable } from '../../simulator/contract/setting.ts';
import { settingTable } from '../../simulator/contract/settings.ts';
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

test.each(Object.keys(settingTable))(
	'%s names the broken rule of every wrong value',
	async (path) => {
		const { url } = sandbox();
		const { schema } = (settingTable as SettingTable)[path] ?? {};
		const refused = wrongValues.filter((value) => !schema?.safeParse(value).success);
		expect(refused).not.toEqual([]);
		for (const value of refused) {
			const { status, body } = await send('PUT', url + controlPaths.settings, nested(path, value));
			expect(status).toBe(400);
			for (const { param, detail, fix } of body.errors) {
				expect(detail).toMatch(/^\S* (must|is required|is not known here|is not the )/);
				expect(detail).not.toMatch(/is not valid|Invalid|expected|record/);
				expect([param, fix]).not.toContain('');
			}
		}
	},
);

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
