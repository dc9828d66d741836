import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { markets } from '../simulator/catalog/markets.ts';
import { firstPayment } from '../simulator/guide.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { builtCommand, temporaryFolder } from './support/command.ts';
import { startSandbox } from './support/sandbox.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const readme = read('README.md');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');

test('the first payment of the README is the one that the start prints', () => {
	expect(readme).toContain(firstPayment('http://127.0.0.1:8080'));
});

test('every npm command of the README exists', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const named = [
		...readme.matchAll(
			/npm (?:run )?(start|test|run [\w:]+|scenarios|load|customers|bench|check|docs|screenshots)/g,
		),
	].map(([, name]) => (name ?? '').replace('run ', ''));
	expect(named.length).toBeGreaterThan(5);
	for (const name of named) expect([name, scripts[name] !== undefined]).toEqual([name, true]);
});

test.skipIf(process.platform === 'win32')(
	'the curl blocks of the README work as printed, one after the other',
	async () => {
		const sandbox = await startSandbox({
			clock: 'real',
			settings: { processing: { default: { fixed: 200 } } },
		});
		const commands = blocks.filter((block) => block.includes('curl')).join('\n');
		expect(commands.match(/curl /g)?.length).toBeGreaterThan(7);
		const strict = 'set -eu\ncurl() { command curl --fail-with-body "$@" && echo; }\n';
		const script = strict + commands.replaceAll('http://127.0.0.1:8080', sandbox.url);
		const { stdout } = await promisify(execFile)('bash', ['-c', script]);
		expect(stdout).toContain('"resultType":"redirect"');
		expect(stdout).toContain('"resultType":"option_choice"');
		expect(stdout).toContain('"state":"confirmed"');
		expect(stdout).toContain('"transitions":');
	},
);

test.skipIf(process.platform === 'win32')(
	'the configuration file of the README is one, and flags beat it',
	async () => {
		const block = blocks.find((text) => text.includes('payin-sandbox.config.json'));
		const script = `set -eu\nnpm() { shift 2; node '${builtCommand}' serve "$@"; }\n${block}`;
		const cwd = temporaryFolder();
		const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd });
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
	const { stdout } = await promisify(execFile)('sh', ['-c', firstPayment(sandbox.url)]);
	const page = JSON.parse(stdout).result.redirectUrl;
	expect(await (await fetch(page)).text()).toContain('name="cardnum"');
});

test('every file that the README and the docs link to exists', () => {
	for (const page of [
		'README.md',
		'docs/adding-a-market.md',
		'docs/architecture.md',
		'docs/assumptions.md',
		'docs/cashier.md',
		'docs/ci.md',
		'docs/performance.md',
		'docs/reasons.md',
		'docs/settings.md',
		'docs/stores.md',
		'docs/workers.md',
	]) {
		const folder = page.includes('/') ? 'docs' : '.';
		for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
			expect([page, link, existsSync(join(packageRoot, folder, link))]).toEqual([page, link, true]);
		}
	}
});

test('the README lists every market with its options, in order', () => {
	const rows = markets.map(({ country, currency, options }) => {
		const names = options.map(({ name, banks }) => (banks.length > 0 ? `**${name}**` : name));
		return `| \`${country}\` \`${currency}\` | ${names.join(', ')} |`;
	});
	expect(readme).toContain(`\n|---|---|\n${rows.join('\n')}\n\n`);
});
