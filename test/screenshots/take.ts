/** `npm run screenshots [-- --out DIR] [--only NAME] [--list]`: screenshots of every page of the cashier, in two widths, light and dark. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { createSandbox } from '../../simulator/sandbox.ts';
import { chromiumFlags, findChromium } from '../parts/chromium.ts';
import type { Picture } from './contact-sheet.ts';
import { contactSheet } from './contact-sheet.ts';
import type { Shot } from './shots.ts';
import { shots } from './shots.ts';
import { startVisit } from './visit.ts';

const widths = [320, 1280] as const;
const schemes = ['light', 'dark'] as const;

export async function takeScreenshots(
	args: string[],
	print: (text: string) => void,
): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			out: { type: 'string', default: join('reports', 'out', 'screenshots') },
			only: { type: 'string', multiple: true },
			list: { type: 'boolean', default: false },
		},
	});
	if (values.list) print(`${shots.map(({ name }) => name).join('\n')}\n`);
	else await takeAll(selected(values.only), values.out, print);
}

function selected(names: readonly string[] | undefined): readonly Shot[] {
	const unknown = names?.find((name) => !shots.some((shot) => shot.name === name));
	if (unknown) throw new Error(`There is no page ${unknown}: --list names all.`);
	return names ? shots.filter(({ name }) => names.includes(name)) : shots;
}

async function takeAll(list: readonly Shot[], out: string, print: (text: string) => void) {
	const executablePath = findChromium({ env: process.env });
	if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM_PATH to one.');
	mkdirSync(out, { recursive: true });
	const sandbox = await createSandbox({ port: 0, clock: 'manual', drain: 0, writeLog: () => {} });
	const browser = await chromium.launch({ executablePath, args: chromiumFlags });
	const pictures: Picture[] = [];
	try {
		for (const [index, shot] of list.entries()) {
			print(`${index + 1}/${list.length} ${shot.name}\n`);
			const page = await browser.newPage();
			const visit = await startVisit(sandbox, page, shot.start);
			await shot.steps?.(visit);
			pictures.push(...(await take(page, shot, out)));
			await page.close();
		}
	} finally {
		await browser.close();
		await sandbox.close();
	}
	const sheet = join(out, 'index.html');
	writeFileSync(sheet, contactSheet(pictures));
	print(`${pictures.length} pictures: ${resolve(sheet)}\n`);
}

async function take(page: Page, { name }: Shot, out: string): Promise<Picture[]> {
	const pictures: Picture[] = [];
	for (const width of widths) {
		for (const colorScheme of schemes) {
			await page.setViewportSize({ width, height: 720 });
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			const variant = `${width}-${colorScheme}`;
			const file = `${name}.${variant}.png`;
			await page.screenshot({ path: join(out, file), fullPage: true });
			pictures.push({ shot: name, variant, file });
		}
	}
	return pictures;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	await takeScreenshots(process.argv.slice(2), (text) => process.stdout.write(text)).catch(
		(error: unknown) => {
			process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
			process.exitCode = 1;
		},
	);
}
