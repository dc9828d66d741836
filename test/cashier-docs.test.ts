import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { cardFieldNames } from '../simulator/actions/card-form.ts';
import { payerFieldNames } from '../simulator/actions/payer-form.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { chromiumPath } from './support/browser.ts';
import { full } from './support/campaign.ts';
import { docsBlock } from './support/docs-block.ts';
import { startSandbox } from './support/sandbox.ts';

const page = readFileSync(join(packageRoot, 'docs', 'cashier.md'), 'utf8');
const run = promisify(execFile);

/** A folder that resolves the package by its name, like a project that has it installed. */
function folderInPackage(): string {
	const out = join(packageRoot, 'reports', 'out');
	mkdirSync(out, { recursive: true });
	const folder = mkdtempSync(join(out, 'example-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return folder;
}

test.skipIf(!full || !chromiumPath)('the browser example runs as printed', async () => {
	const file = join(folderInPackage(), 'example.mjs');
	writeFileSync(file, docsBlock('cashier.md', 'js'));
	const env = { ...process.env, CHROMIUM_PATH: chromiumPath ?? '' };
	const { stdout } = await run(process.execPath, [file], { env });
	const [, expected] = /It prints `([^`]+)`/.exec(page) ?? [];
	expect(stdout.trim()).toBe(expected);
});

test.skipIf(process.platform === 'win32')('the calls of act run as printed', async () => {
	const sandbox = await startSandbox({
		clock: 'real',
		settings: { processing: { default: { fixed: 100 } } },
	});
	const strict = 'set -eu\ncurl() { command curl --fail-with-body "$@" && echo; }\n';
	const script =
		strict +
		docsBlock('cashier.md', 'sh', 'act()').replaceAll('http://127.0.0.1:8080', sandbox.url);
	const { stdout } = await run('bash', ['-c', script]);
	const states = [...stdout.matchAll(/"final":(true|false)/g)].map(([, final]) => final);
	expect(states.at(-1)).toBe('true');
	expect(stdout).toContain('"state":"confirmed"');
});

test('the page lists every test id and every field', () => {
	const ids = ['views', 'assets'].flatMap((name) => {
		const folder = join(packageRoot, 'simulator', 'cashier', name);
		const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
		const given = /data-testid="([\w-]+)"|dataset\.testid = '([\w-]+)'/g;
		return [...texts.join('').matchAll(given)].map(([, inView, inScript]) => inView ?? inScript);
	});
	expect(ids).toEqual(expect.arrayContaining(['pay-submit', 'brand']));
	for (const id of [...ids, ...cardFieldNames, ...payerFieldNames]) {
		expect(page).toContain(`\`${id}\``);
	}
});
