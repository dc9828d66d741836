/** The examples of docs/what-did-my-system-call.md in vitest and in Python run as printed, with a checkout in front. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../simulator/runtime/package.ts';
import { options } from './support/calls.ts';
import { docsBlock } from './support/docs-block.ts';
import { startSandbox } from './support/sandbox.ts';

const page = readFileSync(join(packageRoot, 'docs/what-did-my-system-call.md'), 'utf8');

const printed = /```\n(Expected[\s\S]*?)\n```/.exec(page)?.[1] ?? 'no message is printed';
const replay = { reference: { duplicate: 'replay' } };

test('the example in vitest passes for one payment, and fails for two with the message of the page', async () => {
	const code = docsBlock('what-did-my-system-call.md', 'js')
		.replace(/^import .*\n/, '')
		.replace(/^const sandbox = .*\n/m, '');
	const run = async (settings: object) => {
		const sandbox = await startSandbox({ settings });
		const checkout = (paymentReference: string) => options(sandbox, { paymentReference });
		let test: Promise<unknown> = Promise.reject(new Error('The block has no test.'));
		test.catch(() => {});
		const start = (_: string, body: () => Promise<unknown>) => {
			test = body();
		};
		new Function('expect', 'test', 'checkout', 'sandbox', code)(
			expect,
			start,
			checkout,
			sandbox.url,
		);
		await test;
	};
	await run(replay);
	await expect(run({})).rejects.toThrow(printed);
});

test('the example of the library rejects when the order has no hybrid-payment', async () => {
	const sandbox = await startSandbox();
	await options(sandbox, { paymentReference: 'order-3001' });
	const example = new Function(
		'sandbox',
		`return (async () => {${docsBlock('what-did-my-system-call.md', 'ts')}})()`,
	);
	await expect(example(sandbox)).rejects.toThrow('endpoint is "paymentOptions"');
});

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
	'the example in Python passes for one payment, and fails for two with the message of the page',
	async () => {
		const body = {
			country: 'CO',
			currency: 'COP',
			amount: 150000,
			redirectUrl: 'https://a.example',
		};
		const checkout = `def checkout(reference):
    body = json.dumps({**${JSON.stringify({ ...body, customer: { name: 'Ana' } })}, "paymentReference": reference}).encode()
    urllib.request.urlopen(urllib.request.Request(SANDBOX + "/v2/payment-options", body, {"Content-Type": "application/json"})).read()
`;
		const program = `${docsBlock('what-did-my-system-call.md', 'python')}\n${checkout}\ntest_a_double_click_is_one_payment()\n`;
		const run = async (settings: object) => {
			const { url } = await startSandbox({ settings });
			const env = { PATH: process.env.PATH, SANDBOX_URL: url, NO_PROXY: '*' };
			await promisify(execFile)('python3', ['-c', program], { env });
		};
		await run(replay);
		await expect(run({})).rejects.toThrow(printed);
	},
);
