/** Merchant mode with shops that differ from the example merchant. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { startSandbox } from '../scenarios/harness/sandbox-process.ts';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { startMerchant } from '../scenarios/merchant-mode/merchant-process.ts';
import { runScenarios } from '../scenarios/run.ts';
import { merchantFileSchema } from '../simulator/contract/merchant-file.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { runCommand, temporaryFolder } from './support/command.ts';
import { atEnd } from './support/shared.ts';

const example = join(packageRoot, 'scenarios/example-merchant/merchant.jsonc');
const exampleFile = parse(readFileSync(example, 'utf8')) as Record<string, object>;

function createIo(cwd = temporaryFolder(), env: NodeJS.ProcessEnv = {}) {
	const written = { out: '', err: '' };
	const io = {
		out(text: string) {
			written.out += text;
		},
		err(text: string) {
			written.err += text;
		},
		...{ isTerminal: false, env: { ...process.env, ...env }, cwd },
		signal: new AbortController().signal,
	};
	return { io, written };
}

function run(
	merchant: string,
	names: readonly string[],
	{ target, jobs = 1, io = createIo().io } = {} as RunChanges,
) {
	const usual = { tags: [], seed: 7, repeat: 1, bail: false, command: 'payin-sandbox scenarios' };
	return runScenarios({ ...usual, names, merchant, target, jobs }, io);
}

interface RunChanges {
	target?: string;
	jobs?: number;
	io?: ReturnType<typeof createIo>['io'];
}

async function startedSandbox() {
	const sandbox = await startSandbox({ seed: 1, clock: 'scaled:2' });
	atEnd(() => sandbox.stop());
	return sandbox;
}

const resultsOf = ({ scenarios }: Awaited<ReturnType<typeof run>>) =>
	scenarios.map(({ name, status, failure }) => [name, status, failure?.message]);

test('a shop that marks an order as paid a moment after the return is found', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, paysAfterReturnMs: 200 });
	const names = ['merchant/declined', 'merchant/cancelled', 'merchant/returned-while-processing'];
	const report = await run(merchant, names, { target });
	const found = expect.stringMatching(/is "paid" \(paid\), expected open/);
	expect(resultsOf(report)).toEqual(
		expect.arrayContaining(names.map((name) => [name, 'failed', found])),
	);
});

test('a shop may give up an order whose checkout failed, and know itself by another loopback name', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, givesUp: true });
	const names = ['merchant/rate-limited', 'merchant/refused-bank', 'merchant/lost-hybrid-answer'];
	const report = await run(merchant, names, { target });
	expect(resultsOf(report)).toEqual(
		expect.arrayContaining(names.map((name) => [name, 'passed', undefined])),
	);
});

test('a run gives the sandbox of the target back: empty, with the clock that it had', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const report = await run(merchant, ['merchant/card-paid'], { target });
	expect(report.verdict).toBe('PASSED');
	const get = async (path: string) =>
		(await fetch(`${target}/_sandbox/${path}`)).json() as Promise<{ payments?: unknown }>;
	expect(await get('clock')).toMatchObject({ mode: 'scaled', scale: 2 });
	expect((await get('payments')).payments).toEqual([]);
});

test('merchant check shows its steps when the sandbox ends', async () => {
	const sandbox = await startedSandbox();
	const file = await startTestShop({ sandbox: sandbox.url, beforeRedirect: sandbox.stop });
	const { io, written } = createIo();
	expect(await checkMerchant({ file, target: sandbox.url, seed: 1 }, io)).toBe(1);
	expect(written.out).toMatch(
		/✗ shopper checks out order .*\n.*GET \/_sandbox\/payments\S+ failed: /,
	);
	expect(written.out).not.toContain('does not know this session');
	expect(written.out).toMatch(/FAILED {2}"shopper checks out order /);
});

function ownStory(folder: string, name: string, needs: string, body: string): string {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${name}.mjs`);
	const head = `name: 'own/${name}', title: 'Own', tags: ['own'], needs: '${needs}'`;
	writeFileSync(file, `export const one = { ${head}, async run(context) { ${body} } };`);
	return file;
}

test('own stories drive the shop with --merchant, and other stories are refused', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const folder = temporaryFolder();
	const body =
		"const order = await context.merchant.newOrder({ flow: 'card' }); await context.merchant.checkOut(order); await context.expect.orderIsNotPaid(order);";
	const drives = ownStory(folder, 'drives', 'merchant', body);
	const report = await run(merchant, [drives], { target });
	expect(resultsOf(report)).toEqual([['own/drives', 'passed', undefined]]);
	const calls = ownStory(folder, 'calls', 'control', '');
	await expect(run(merchant, [calls], { target })).rejects.toThrow(
		/calls\.mjs: the story "own\/calls" needs "control": it runs only without --merchant\./,
	);
	const { io } = createIo();
	const usual = { tags: [], seed: 7, jobs: 1, repeat: 1, bail: false, command: '' };
	await expect(runScenarios({ ...usual, names: [drives] }, io)).rejects.toThrow(
		/needs "merchant": it runs only with --merchant FILE\./,
	);
});

/** A merchant file that starts a program of Node. */
function fileOf(program: string, changes: object = {}): string {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'shop.mjs'), program);
	const path = join(folder, 'merchant.jsonc');
	const command = [process.execPath, 'shop.mjs', '{port}'];
	writeFileSync(path, JSON.stringify({ ...exampleFile, command, ...changes }));
	return path;
}

const listen =
	"createServer((request, response) => response.end('{}')).listen(Number(process.argv[2]), '127.0.0.1');";
const serve = `import { createServer } from 'node:http';\n${listen}`;

test('a shop is started for each story that runs at a time, and for no other job', async () => {
	const starts = join(temporaryFolder(), 'starts');
	const program = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(starts)}, 'x');\n${serve}`;
	const report = await run(fileOf(program), ['merchant/card-paid', 'merchant/amount-cop'], {
		jobs: 8,
	});
	expect(report.scenarios.map(({ status }) => status)).toEqual(['failed', 'failed']);
	expect(readFileSync(starts, 'utf8').length).toBeLessThanOrEqual(2);
});

test('the shop does not receive the token of the control API', async () => {
	const program = 'console.log(Object.keys(process.env).join(" ")); process.exit(7);';
	const { io, written } = createIo(undefined, { PAYIN_SANDBOX_CONTROL_TOKEN: 'secret-token' });
	expect(await checkMerchant({ file: fileOf(program), seed: 1 }, io)).toBe(3);
	expect(written.err).toContain('PATH');
	expect(written.err).not.toContain('PAYIN_SANDBOX_CONTROL_TOKEN');
});

const merchantOf = (path: string) => {
	const file = merchantFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
	return { file, path, folder: join(path, '..') };
};

test('many shops share one listener for the exit of this process, and have a port each', async () => {
	const warnings: string[] = [];
	const start = () =>
		startMerchant({
			...{ merchant: merchantOf(fileOf(serve)), sandbox: 'http://127.0.0.1:9', env: process.env },
			...{ signal: new AbortController().signal, warn: (line: string) => warnings.push(line) },
		});
	const before = process.listenerCount('exit');
	const shops = await Promise.all([start(), start(), start()]);
	expect(process.listenerCount('exit')).toBe(before);
	expect(new Set(shops.map(({ port }) => port)).size).toBe(3);
	await Promise.all(shops.map((shop) => shop.stop()));
	expect(warnings).toEqual([]);
});

test.runIf(process.platform !== 'win32')(
	'a command whose shop leaves its process group ends, and names the address of that shop',
	async () => {
		const pidFile = join(temporaryFolder(), 'pid');
		const file = fileOf(`
			import { spawn } from 'node:child_process';
			import { writeFileSync } from 'node:fs';
			import { createServer } from 'node:http';
			if (process.argv[3]) ${listen}
			else {
				const options = { detached: true, stdio: 'inherit' };
				const child = spawn(process.execPath, [...process.argv.slice(1), 'detached'], options);
				writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));
				setInterval(() => {}, 1000);
			}`);
		atEnd(() => {
			const pid = Number(readFileSync(pidFile, 'utf8'));
			if (pid > 1) process.kill(pid, 'SIGKILL');
		});
		const { code, stderr } = await runCommand(['merchant', 'check', file]);
		expect(code).toBe(1);
		expect(stderr).toMatch(
			/^The shop still answers at http:\S+\/health after it was stopped: a process of it left /m,
		);
	},
);

test('a shop that cuts the connection is shown with what it wrote', async () => {
	const folder = temporaryFolder();
	writeFileSync(
		join(folder, 'shop.mjs'),
		`import { createServer } from 'node:http';
createServer((request, response) => {
	if (request.method === 'GET' || request.url === '/orders') return response.end('{}');
	console.error('TypeError: no such option');
	request.socket.destroy();
}).listen(Number(process.env.PORT));`,
	);
	const file = join(folder, 'merchant.json');
	const command = [process.execPath, 'shop.mjs'];
	writeFileSync(file, JSON.stringify({ ...exampleFile, command }));
	const report = await run(file, ['merchant/card-paid']);
	expect(report.scenarios[0]?.failure?.message).toMatch(
		/ failed: .*\nIt wrote:\nTypeError: no such option/,
	);
});

test('an answer without the address of checkout.redirect is named', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.checkout.redirect = { json: '/nope' };
	writeFileSync(merchant, JSON.stringify(file));
	const report = await run(merchant, ['merchant/card-paid'], { target });
	expect(report.scenarios[0]?.failure?.message).toContain(
		'the shopper sees 303, no text, with no text at /nope.',
	);
});
