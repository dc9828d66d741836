/** Shops that a merchant file starts: their processes, their ports and what they write. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../scenarios/harness/free-port.ts';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { startMerchant } from '../scenarios/merchant-mode/merchant-process.ts';
import { merchantFileSchema } from '../simulator/contract/merchant-file.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { builtShopCommand } from './merchants/built-shop.ts';
import { exampleFile, merchantFile } from './merchants/example.ts';
import { fullTest } from './support/campaign.ts';
import { runCommand, temporaryFolder } from './support/command.ts';
import { createIo, resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { atEnd } from './support/shared.ts';
import { runWarmCommand } from './support/warm-command.ts';

const storyApi = pathToFileURL(join(packageRoot, 'scenarios/scenario.ts')).href;

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

fullTest('a shop that cuts the connection is shown with what it wrote', async () => {
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

test('a port of the merchant file that is taken is named, and a shop with one port has one job', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await once(other, 'listening');
	atEnd(() => other.close());
	const { port } = other.address() as AddressInfo;
	const file = fileOf(serve, { ready: `http://127.0.0.1:${port}/health` });
	const report = await run(file, ['merchant/card-paid'], { jobs: 8 });
	expect(report).toMatchObject({ exitCode: 3, environment: { jobs: '1' } });
	expect(report.error).toBe(
		`The port of "ready" is taken: another program listens at http://127.0.0.1:${port}. End that program, or let the shop listen on {port}.`,
	);
});

test('the example merchant says that its port is taken, and which variable selects another', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await once(other, 'listening');
	atEnd(() => other.close());
	const { port } = other.address() as AddressInfo;
	const [program, ...args] = builtShopCommand;
	const env = { ...process.env, PORT: String(port) };
	const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
	expect([status, stderr]).toEqual([
		3,
		`127.0.0.1:${port} is taken: stop the program that listens there, or choose another port with PORT=8091 (PORT=0 picks a free one)\n`,
	]);
});

test('a shop whose command ends before it is ready is told at once, not after the time to get ready', async () => {
	const merchant = merchantOf(fileOf('process.exit(7);'));
	const starting = startMerchant({
		...{ merchant, sandbox: 'http://127.0.0.1:9', env: process.env, warn: () => {} },
		...{ signal: new AbortController().signal, readyMs: Number.POSITIVE_INFINITY },
	});
	await expect(starting).rejects.toThrow(/ ended with code 7\./);
});

test('a shop that is not ready for a while is named once, with its address and the longest wait', async () => {
	// The shop is ready only at its fifth request: the runner asks it several more times after the line.
	const program = `import { createServer } from 'node:http';
let requests = 0;
createServer((_, response) => {
	requests += 1;
	response.writeHead(requests < 5 ? 503 : 200).end();
}).listen(Number(process.argv[2]), '127.0.0.1');`;
	const lines: string[] = [];
	const shop = await startMerchant({
		...{ merchant: merchantOf(fileOf(program)), sandbox: 'http://127.0.0.1:9', noticeMs: 0 },
		...{ env: process.env, signal: new AbortController().signal },
		warn: (line) => lines.push(line),
	});
	await shop.stop();
	expect(lines).toEqual([
		expect.stringMatching(
			/^Waiting up to 120 s until the shop is ready: GET http:\/\/127\.0\.0\.1:\d+\/\S*: .+\.$/,
		),
	]);
});

test('a shop that runs already must be running: exit 3 and one line, and no story fails', async () => {
	const [sandbox, port] = [await startedSandbox(), await freePort()];
	const { command: _, ready: __, env: ___, ...steps } = exampleFile;
	const path = join(temporaryFolder(), 'merchant.jsonc');
	writeFileSync(path, JSON.stringify(steps).replaceAll('{port}', String(port)));
	const line = `Your shop does not answer at http://127.0.0.1:${port}, the address in ${path}.`;
	const report = await run(path, [], { target: sandbox.url });
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, scenarios: [] });
	expect(report.error).toMatch(line);
	const { io, written } = createIo();
	expect(await checkMerchant({ file: path, target: sandbox.url, seed: 1 }, io)).toBe(3);
	expect(written).toEqual({ out: '', err: expect.stringContaining(line) });
});

test('merchant check says that the shop made none of the calls, when it calls another address', async () => {
	const env = { ...exampleFile.env, PAYIN_URL: 'http://127.0.0.1:9' };
	const { io, written } = createIo();
	expect(await checkMerchant({ file: merchantFile({ env }), seed: 1 }, io)).toBe(1);
	expect(written.out).toMatch(
		/\nThe shop made none of the three documented calls to the sandbox: is \{sandbox\} in "env", and does it add the paths \/v2\/…\?\n\nFAILED {2}"shopper checks out/,
	);
});

/** A story of one's own: an order is paid, and then the shop ends. */
const endingStory = (pidFile: string) => `import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expectPaidWithoutReturn, story } from ${JSON.stringify(storyApi)};

export const shopEnds = story({
	name: 'own/shop-ends',
	title: 'The shop ends after an order was paid',
	tags: ['own'],
	needs: 'merchant',
	async run(context) {
		await expectPaidWithoutReturn(context, 'card');
		const pid = Number(readFileSync(${JSON.stringify(pidFile)}, 'utf8'));
		for (let signal = 'SIGKILL'; ; signal = 0) {
			try {
				process.kill(pid, signal);
			} catch {
				return;
			}
			await pause(5);
		}
	},
});
`;

test('a shop that keeps its orders in memory and is started anew has lost none', async () => {
	const folder = temporaryFolder();
	const pidFile = join(folder, 'pid');
	writeFileSync(
		join(folder, 'pid.mjs'),
		`import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(pidFile)}, String(process.pid));\n`,
	);
	const own = join(folder, 'own.ts');
	writeFileSync(own, endingStory(pidFile));
	const [node = '', ...args] = builtShopCommand;
	const command = [node, '--import', pathToFileURL(join(folder, 'pid.mjs')).href, ...args];
	const report = await run(merchantFile({ command }), [own, 'merchant/cancelled']);
	expect(resultsOf(report)).toEqual([
		['own/shop-ends', 'passed', undefined],
		['merchant/cancelled', 'passed', undefined],
	]);
});

test.each(['merchant check', 'scenarios --merchant'])(
	'%s calls no other machine without permission',
	async (command) => {
		const checkout = { ...exampleFile.checkout, url: 'http://shop.example/pay/{reference}' };
		const file = merchantFile({ checkout });
		const { code, stderr } = await runWarmCommand([...command.split(' '), file], {}, '/');
		expect(code).toBe(2);
		expect(stderr).toMatch(
			/shop\.example is not this machine: calls go there only with its owner's/,
		);
	},
);

test.each<[string, object, RegExp]>([
	['a port that the shop does not get', { env: {} }, /must not use \{port\} unless "command" or/],
	[
		'a body with GET',
		{ settle: { url: 'http://127.0.0.1:{port}/settle', method: 'GET', json: {} } },
		/must not have "json" or "form" with GET, which has no body/,
	],
])('a merchant file with %s is refused', (_, changes, message) => {
	const { error } = merchantFileSchema.safeParse({ ...exampleFile, ...changes });
	expect(error?.issues.map((issue) => issue.message).join('\n')).toMatch(message);
});
