import { once } from 'node:events';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { limitsJsonSchema } from '../reports/limits-file.ts';
import { compareJsonSchema } from '../simulator/contract/compare-report.ts';
import { merchantFileJsonSchema } from '../simulator/contract/merchant-file.ts';
import { reportJsonSchema } from '../simulator/contract/run-report.ts';
import { cards } from '../simulator/contract/test-values.ts';
import { configSchema } from '../simulator/settings/config-schema.ts';
import { full, fullTest } from './support/campaign.ts';
import { docsBlock } from './support/docs-block.ts';
import type { Installed } from './support/package.ts';
import { packAndInstall, run, start } from './support/package.ts';
import { firstRows } from './support/sample.ts';
import { reachCashier, send } from './support/sandbox.ts';

/** Generous: a limit that is too short fails on a busy machine. */
const slow = 180_000;
/** The package has 1.5 MB. More than half of it is the reference page's library. */
const largestPackedBytes = 1_600_000;

/** By the names they have here; `test-values.ts` is the contract's, and published. */
const testBuilder = /^dist\/.*\/test-(?!values[.-])/;

let project: Installed;
beforeAll(async () => {
	project = await packAndInstall();
}, 240_000);
afterAll(() => project?.remove());

const command = () => join(project.folder, 'node_modules', '.bin', 'payin-sandbox');

test('publint finds nothing', async () => {
	const { messages } = await publint({ pkgDir: project.installed, pack: false, strict: true });
	expect(messages).toEqual([]);
});

test('the package holds what runs and is read, and nothing else', async () => {
	expect(project.packedBytes).toBeLessThan(largestPackedBytes);
	const expected =
		/^(package\.json|README\.md|CHANGELOG\.md|LICENSE|load\/k6\/go\.(mod|sum)|load\/k8s\/(Dockerfile|part\.sh|[\w-]+\.yaml)|load\/limits\/[\w-]+\.json|scenarios\/example-stories\/[\w-]+\.mjs|docs\/[\w-]+\.md|docs\/(several-instances|ci)\/[\w.-]+|action\.yml|dist\/(compare|config|limits|merchant-file|report)\.schema\.json|dist\/.+\.(js|d\.ts|css)|dist\/simulator\/chunks\/(zod|uqr)\.LICENSE|dist\/simulator\/control\/reference\/assets\/(docs\.html|LICENSE|NOTICE|swagger-ui-bundle\.js\.LICENSE\.txt))$/;
	expect(project.files.filter((path) => !expected.test(path))).toEqual([]);
	expect(project.files.filter((path) => /\.(test|map)\b|(^|\/)(test|bench)\//.test(path))).toEqual(
		[],
	);
	expect(project.files.filter((path) => testBuilder.test(path))).toEqual([]);
	for (const path of [
		'dist/cli.js',
		'dist/config.schema.json',
		'dist/limits.schema.json',
		'dist/merchant-file.schema.json',
		'dist/report.schema.json',
		'dist/load/main.js',
		'dist/scenarios/scenario.d.ts',
		'dist/simulator/sandbox.d.ts',
		'README.md',
		'docs/choose-the-outcome.md',
	])
		expect(project.files).toContain(path);
});

test.each([
	['compare', compareJsonSchema],
	['config', configSchema],
	['limits', limitsJsonSchema],
	['merchant-file', merchantFileJsonSchema],
	['report', reportJsonSchema],
] as const)('the schema of %s is that of this version', async (name, schema) => {
	const text = await readFile(join(project.installed, 'dist', `${name}.schema.json`), 'utf8');
	expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(schema())));
});

test('nothing in the package imports what is not installed with it', async () => {
	const { dependencies, peerDependencies } = JSON.parse(
		await readFile(join(project.installed, 'package.json'), 'utf8'),
	) as Record<'dependencies' | 'peerDependencies', Record<string, string>>;
	const named = (names: object) => `(${Object.keys(names).join('|')})(/|$)`;
	const allowed = new RegExp(`^(\\.|node:|k6(/|$)|${named(dependencies)})`);
	// Clients of stores are loaded only when their store is asked for.
	const allowedLater = new RegExp(`${allowed.source}|^${named(peerDependencies)}`);
	const own = (name: string) => /\.(js|d\.ts)$/.test(name) && !name.includes('/swagger-ui-');
	for (const path of project.files.filter(own)) {
		const text = await readFile(join(project.installed, path), 'utf8');
		for (const [how, from] of text.matchAll(/\b(?:from|import\() ?'([^'\n]+)'/g)) {
			const isLater = how.startsWith('import') && path.endsWith('.js');
			expect(from, path).toMatch(isLater ? allowedLater : allowed);
		}
	}
});

test('the installed command serves a payment, and exits with 0 after a signal', {
	timeout: slow,
}, async () => {
	const child = start(command(), ['serve', '--port', '0', '--clock', 'manual'], {
		cwd: project.folder,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	if (!child.stdout) throw new Error('The command has no standard output.');
	const lines = createInterface({ input: child.stdout });
	const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(20_000) });
	const [, url] = /^payin-sandbox listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
	if (!url) throw new Error(`The first line is "${line}".`);

	const { page, sessionId } = await reachCashier(url, 'card');
	const cashier = await send('GET', page);
	expect(cashier).toMatchObject({ status: 200 });
	for (const [, asset] of String(cashier.body).matchAll(/(?:href|src)="(pay\/assets\/[^"]+)"/g)) {
		expect((await fetch(`${url}/${asset}`)).status, asset).toBe(200);
	}
	for (const file of ['docs', 'docs/docs.js', 'docs/swagger-ui.css', 'docs/swagger-ui-bundle.js']) {
		expect((await fetch(`${url}/_sandbox/${file}`)).status, file).toBe(200);
	}
	const payments = `${url}/_sandbox/payments/${sessionId}`;
	await send('POST', `${payments}/act`, { action: 'submit', card: cards.approve });
	await send('POST', `${url}/_sandbox/clock/advance`, { by: '10m' });
	expect((await send('GET', payments)).body.state).toBe('confirmed');

	const ended = once(child, 'close');
	child.kill('SIGTERM');
	expect(await ended).toEqual([0, null]);
});

test('a store whose client is not installed names the package to install', {
	timeout: slow,
}, async () => {
	for (const [store, name] of firstRows([
		['file:payments', 'lmdb'],
		['redis://127.0.0.1:1', '@redis/client'],
	] as const)) {
		// Where a folder above has the client, the command serves until its time is over.
		const args = ['serve', '--no-config', '--port', '0', '--store', store];
		const { code, stdout, stderr } = await run(command(), args, project.folder, slow / 3);
		expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
		expect(stderr).toContain(
			`payin-sandbox: --store ${store.split(':')[0]}: needs the package ${name}: npm install ${name}\n`,
		);
	}
});

test.skipIf(!full)('npx replays the scenarios from the package', { timeout: slow }, async () => {
	const args = ['payin-sandbox', 'scenarios', 'card/approved', 'bank/approved'];
	const { code, stdout } = await run('npx', args, project.folder, slow);
	expect(stdout).toMatch(/^PASSED {2}\d+ passed/m);
	expect(code).toBe(0);
});

test('the example stories run from a copy, and from one in TypeScript where it can be loaded', {
	timeout: slow,
}, async () => {
	const stories = join(project.folder, 'stories');
	await cp(join(project.installed, 'scenarios', 'example-stories'), stories, { recursive: true });
	const scenarios = (...args: string[]) =>
		run(command(), ['scenarios', ...args], project.folder, slow / 3);
	const both = await scenarios('./stories');
	expect(both).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PASSED {2}2 passed/m) });
	await rename(join(stories, 'bank-after-decline.mjs'), join(stories, 'bank-after-decline.ts'));
	const typed = await scenarios('./stories');
	if (Reflect.get(process.features, 'typescript')) expect(typed.code).toBe(0);
	else
		expect(typed.stderr).toMatch(
			/bank-after-decline\.ts is TypeScript, .* Use Node 22\.18 or newer/,
		);
	if (!full) return;
	const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
	const args = [
		'--import',
		tsx,
		join(project.installed, 'dist', 'cli.js'),
		'scenarios',
		'./stories',
	];
	const { code, stdout } = await run(process.execPath, args, project.folder, slow / 3);
	expect(stdout).toMatch(/^PASSED {2}2 passed/m);
	expect(code).toBe(0);
});

const consumer = `import { createSandbox } from 'payin-sandbox';
import { openCardPage, story } from 'payin-sandbox/scenarios';

export const paid = story({
	name: 'shop/paid',
	title: 'A story with types',
	tags: ['shop'],
	needs: 'control',
	async run({ payin, shopper, control, expect }) {
		await control.fault({ match: { endpoint: 'hybridPayment' }, fault: { kind: 'close' } });
		const session = await openCardPage({ payin, shopper }, { market: 'CO' });
		const refusal = await payin.attempt.paymentOptions({ market: 'CO' });
		expect.equal('answer', refusal?.code, null);
		// @ts-expect-error: a fault that does not exist
		await control.fault({ fault: { kind: 'explode' } });
		expect.equal('state', (await control.payment(session)).state, 'opened');
	},
});
export const calls = story({
	name: 'shop/calls',
	title: 'A story without the cashier',
	tags: ['shop'],
	needs: 'calls',
	// @ts-expect-error: a story on any host has no clock
	async run({ control }) {
		await control.advance('1h');
	},
});

const sandbox = await createSandbox({ port: 0, clock: 'manual', settings: { defaultOutcome: 'DECLINE' } });
const { url }: { url: string } = sandbox;
const payment = await sandbox.act(url, { action: 'submit' });
export const states: ('confirmed' | 'declined')[] = [];
if (payment.state === 'confirmed' || payment.state === 'declined') states.push(payment.state);
await sandbox.configure({ faults: [{ match: { endpoint: 'paymentOptions' }, fault: { kind: 'close' } }] });
// @ts-expect-error: a fault that does not exist
await sandbox.configure({ faults: [{ fault: { kind: 'explode' } }] });
// @ts-expect-error: an option that does not exist
await createSandbox({ prot: 0 });
// @ts-expect-error: an action that does not exist
await sandbox.act(url, { action: 'pay' });
// @ts-expect-error: a word that is no state
export const wrong = payment.state === 'paid';
await sandbox.close();
`;

fullTest(
	'the types hold for a strict consumer, with every declaration checked',
	{
		timeout: slow,
	},
	async () => {
		await writeFile(join(project.folder, 'consumer.ts'), consumer);
		const [first, second] = ['createSandbox(', "timeout: '5s'"].map((text) =>
			docsBlock('use-in-tests.md', 'ts', text),
		);
		await writeFile(join(project.folder, 'docs.ts'), `${first}{\n${second}}\n`);
		const compilerOptions = {
			module: 'nodenext',
			target: 'es2023',
			// Only what the declarations of zod want: no @types/node.
			lib: ['es2023', 'dom'],
			types: [],
			strict: true,
			exactOptionalPropertyTypes: true,
			noUncheckedIndexedAccess: true,
			skipLibCheck: false,
			noEmit: true,
		};
		const config = JSON.stringify({ compilerOptions, files: ['consumer.ts', 'docs.ts'] });
		await writeFile(join(project.folder, 'tsconfig.json'), config);
		const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
		const tsc = join(dirname(typescript), 'bin', 'tsc');
		const { code, stdout } = await run(process.execPath, [tsc, '-p', '.'], project.folder, slow);
		expect(stdout).toBe('');
		expect(code).toBe(0);
	},
);
