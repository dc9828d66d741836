/** The README and the pages of docs/ are true: their commands run as printed, and their links lead somewhere. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { firstPaymentCommands } from '../simulator/guide.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { builtCommand, temporaryFolder } from './support/command.ts';
import { startSandbox } from './support/sandbox.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const blocksOf = (page: string) =>
	[...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
const pages = [
	'README.md',
	...readdirSync(join(packageRoot, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];
const run = promisify(execFile);

test('the README shows the first payment that the server prints at start', () => {
	expect(read('README.md')).toContain(firstPaymentCommands('http://127.0.0.1:8080'));
});

test('every npm command of a page exists', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const named = pages.flatMap((page) =>
		[...read(page).matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
			([, script, shorthand]) => script ?? shorthand ?? '',
		),
	);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

/** What the responses of a page must contain. */
const curlPages: Readonly<Record<string, readonly string[]>> = {
	'README.md': [
		'"resultType":"redirect"',
		'"resultType":"option_choice"',
		'"state":"confirmed"',
		'"rows":[',
	],
	'docs/payment-flow.md': ['"payments":'],
	'docs/choose-the-outcome.md': ['"sessionId":', '4242424242424242'],
	'docs/test-failures.md': ['"requiredHeaders":["X-Merchant"]', '"requiredHeaders":[]'],
	'docs/slow-as-the-real-thing.md': ['503 in', '200 in', 'queue;dur=', '"serviceMs":'],
	'docs/break-it-on-purpose.md': [
		'"title":"the answer is lost once"',
		'no answer: curl exits with 52',
		'"paymentReference":"order-6001"',
		'<!doctype html><html>',
		'"removed":2',
		'"refuseBanks":["co-pse-01"]',
		'"methods":{}',
	],
	'docs/load-test.md': ['"mode":"real"'],
	'docs/control-time.md': ['"transitions":', '"mode":"manual"'],
	'docs/control-api.md': ['"paymentReference":"order-2001"', '"state":"created"', '"entries":'],
	'docs/findings.md': ['"code":"currency_mismatch"', 'journal entry 1', '"complete":true'],
	'docs/events-and-metrics.md': [
		'event: payment\nid: ',
		'"paymentReference":"order-5001"',
		'"rows":[]',
		'transactionId,paymentReference,state',
		'payin_sandbox_calls_total{endpoint="paymentOptions",status="200"} 1',
	],
	'docs/what-did-my-system-call.md': ['"ok":true', '--data-raw', '"headers":["X-Merchant"]'],
	'docs/settings.md': ['"default":{"fixed":"2s"}'],
	'docs/workspaces.md': ['"seed":7', '"to":"expired"'],
};

test('each page with a curl block outside Docker and act is in the list of pages that are run', () => {
	const withCurl = pages.filter((page) => blocksOf(page).some((block) => block.includes('curl ')));
	const elsewhere = ['docs/cashier.md', 'docs/several-instances.md', 'docs/adding-a-market.md'];
	expect(withCurl.filter((page) => !curlPages[page] && !elsewhere.includes(page))).toEqual([]);
});

/** Runs the curl blocks of a page. Returns what their output should contain and does not. */
async function missingOf(page: string, expected: readonly string[]): Promise<string[]> {
	const sandbox = await startSandbox({
		clock: 'real',
		settings: { processing: { default: { fixed: 200 } } },
	});
	const commands = blocksOf(page).filter((block) => block.includes('curl '));
	const strict = 'set -eu\ncurl() { command curl --fail-with-body "$@" && echo; }\n';
	const script = strict + commands.join('\n').replaceAll('http://127.0.0.1:8080', sandbox.url);
	// A block may write a file.
	const ran = await run('bash', ['-c', script], { cwd: temporaryFolder() }).catch((failure) => {
		throw new Error(`a curl block of ${page} fails`, { cause: failure });
	});
	return expected.filter((text) => !ran.stdout.includes(text)).map((text) => `${page}: ${text}`);
}

test.skipIf(process.platform === 'win32')(
	'the curl blocks of each page work as printed, one after the other',
	async () => {
		// All pages at the same time, because some of their blocks wait for seconds.
		const missing = Object.entries(curlPages).map(([page, texts]) => missingOf(page, texts));
		expect((await Promise.all(missing)).flat()).toEqual([]);
	},
);

test.skipIf(process.platform === 'win32')(
	'the configuration file of its page is one, and flags override it',
	async () => {
		const block = blocksOf('docs/configuration.md').find((text) => text.includes('config.json'));
		const script = `set -eu\nnpm() { shift 2; node '${builtCommand}' serve "$@"; }\n${block}`;
		const { stdout } = await run('bash', ['-c', script], { cwd: temporaryFolder() });
		expect(JSON.parse(stdout)).toMatchObject({
			profile: 'instant',
			seed: 7,
			settings: {
				session: { ttl: '5m' },
				latency: { default: { fixed: 80 } },
				defaultOutcome: { APPROVE: 0.9, DECLINE: 0.1 },
			},
		});
	},
);

test('the guide that serve prints leads to a cashier page', async () => {
	const sandbox = await startSandbox();
	const { stdout } = await run('sh', ['-c', firstPaymentCommands(sandbox.url)]);
	const page = JSON.parse(stdout).result.redirectUrl;
	expect(await (await fetch(page)).text()).toContain('name="cardnum"');
});

test.each(pages)('every file that %s links to exists', (page) => {
	for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
		const target = join(packageRoot, dirname(page), link);
		expect([link, existsSync(target)]).toEqual([link, true]);
	}
});

test('the README lists every page of docs', () => {
	const missing = pages.filter((page) => page !== 'README.md' && !read('README.md').includes(page));
	expect(missing).toEqual([]);
});
