import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../simulator/runtime/package.ts';
import { takeScreenshots } from './screenshots/take.ts';
import { fullBrowserTest } from './support/browser.ts';
import { full } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';

async function output(...args: string[]): Promise<string> {
	let printed = '';
	await takeScreenshots(args, (text) => {
		printed += text;
	});
	return printed;
}

test('the list names every kind of page', async () => {
	const names = (await output('--list')).trim().split('\n');
	expect(new Set(names).size).toBe(names.length);
	expect(names).toEqual(
		expect.arrayContaining(
			'card card-errors bank code qr reference payer-details payer-errors window-of-days return-by-itself notice-used notice-too-late over challenge challenge-wrong processing confirmed declined-retry declined-final cancelled expired late unknown not-ready form-out-of-date long-amount ar-card ja-card de-card'.split(
				' ',
			),
		),
	);
});

test('the command refuses an unknown page by its name', async () => {
	await expect(output('--only', 'cart')).rejects.toThrow(
		/^There is no page cart: --list names all\.$/,
	);
});

test.skipIf(!full)('the command ends with its error on one line', async () => {
	const args = ['--import', 'tsx', 'test/screenshots/take.ts', '--only', 'cart'];
	await expect(
		promisify(execFile)(process.execPath, args, { cwd: packageRoot }),
	).rejects.toMatchObject({
		code: 1,
		stderr: 'There is no page cart: --list names all.\n',
	});
});

fullBrowserTest('a page has screenshots in two widths, light and dark, on the sheet', async () => {
	const out = join(temporaryFolder(), 'pictures');
	expect(await output('--only', 'ar-card', '--out', out)).toContain('1/1 ar-card');
	const pictures = ['1280-dark', '1280-light', '320-dark', '320-light'].map(
		(variant) => `ar-card.${variant}.png`,
	);
	expect(readdirSync(out).sort()).toEqual([...pictures, 'index.html']);
	const sheet = readFileSync(join(out, 'index.html'), 'utf8');
	for (const picture of pictures) expect(sheet).toContain(`src="${picture}"`);
	const width = (picture: string) => readFileSync(join(out, picture)).readUInt32BE(16);
	expect([width('ar-card.320-dark.png'), width('ar-card.1280-light.png')]).toEqual([320, 1280]);
	expect(existsSync(join(out, 'card.320-light.png'))).toBe(false);
});
