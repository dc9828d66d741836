/** The examples of docs/use-in-tests.md for vitest and pytest run as printed, in a project of their own, with a checkout. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../simulator/runtime/package.ts';
import { schemathesis } from './parts/python-tool.ts';
import { fullTest } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { docsBlock } from './support/docs-block.ts';
import { startSandbox } from './support/sandbox.ts';

const run = promisify(execFile);
const body = {
	...{
		country: 'CO',
		currency: 'COP',
		amount: 150_000,
		redirectUrl: 'https://shop.example/return',
	},
	customer: { name: 'Ana Torres' },
};

/** A shop that keeps to the rules, and one that mixes up its currencies. */
const currencies = { right: 'COP', wrong: 'EUR' };

const checkoutInJs = (currency: string) => `
async function call(url, body) {
	const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
	return (await fetch(url, { ...init, body: JSON.stringify(body) })).json();
}
export async function checkout(sandbox, paymentReference) {
	const order = { ...${JSON.stringify({ ...body, currency })}, paymentReference };
	const { sessionId, paymentOptions } = await call(sandbox + '/v2/payment-options', order);
	const { paymentOptionId } = paymentOptions.find(({ name }) => name === 'Card');
	await call(sandbox + '/v2/hybrid-payment', { sessionId, paymentOptionId });
}
`;

const checkoutInPython = (currency: string) => `
import json, urllib.request

def call(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))

def checkout(sandbox, reference):
    order = {**${JSON.stringify({ ...body, currency })}, "paymentReference": reference}
    created = call(sandbox + "/v2/payment-options", order)
    card = next(option for option in created["paymentOptions"] if option["name"] == "Card")
    call(sandbox + "/v2/hybrid-payment", {"sessionId": created["sessionId"], "paymentOptionId": card["paymentOptionId"]})
`;

/** What both frameworks print. */
async function outputOf(program: string, args: readonly string[], cwd: string, env: object = {}) {
	const { PATH } = process.env;
	const options = { cwd, env: { PATH, HOME: cwd, NO_PROXY: '*', NO_COLOR: '1', ...env } };
	const both = ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr;
	return run(program, args, options).then(both, both);
}

fullTest(
	'the example in vitest passes for a checkout that is right, and names what is wrong with another',
	async () => {
		const folder = temporaryFolder();
		const modules = join(folder, 'node_modules');
		mkdirSync(modules);
		symlinkSync(packageRoot, join(modules, 'payin-sandbox'));
		symlinkSync(join(packageRoot, 'node_modules', 'vitest'), join(modules, 'vitest'));
		writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
		for (const [name, currency] of Object.entries(currencies)) {
			mkdirSync(join(folder, name));
			const test = docsBlock('use-in-tests.md', 'js', 'checkout');
			writeFileSync(join(folder, name, 'checkout.test.js'), test);
			writeFileSync(join(folder, name, 'checkout.js'), checkoutInJs(currency));
		}
		const vitest = join(modules, 'vitest', 'vitest.mjs');
		const output = await outputOf(process.execPath, [vitest, 'run', '--root', folder], folder);
		expect(output).toMatch(/FAIL +wrong\/checkout\.test\.js[\s\S]*currency_mismatch/);
		expect(output).toMatch(/1 failed \| 1 passed \(2\)/);
	},
);

/** A Python with pytest: of the machine, or of the fuzzer's environment, which has it among its packages. */
function pythonWithPytest(): string | null {
	const fuzzer = schemathesis.find({ env: process.env });
	const programs = ['python3', ...(fuzzer ? [join(dirname(fuzzer), 'python')] : [])];
	return (
		programs.find((name) => spawnSync(name, ['-m', 'pytest', '--version']).status === 0) ?? null
	);
}

const python = pythonWithPytest();

test.skipIf(!python)(
	'the example in pytest passes for a checkout that is right, and names what is wrong with another',
	async () => {
		const folder = temporaryFolder();
		const { url } = await startSandbox();
		writeFileSync(join(folder, 'test_checkout.py'), docsBlock('use-in-tests.md', 'python'));
		const outputFor = (currency: string) => {
			writeFileSync(join(folder, 'checkout.py'), checkoutInPython(currency));
			const args = ['-B', '-m', 'pytest', '-p', 'no:cacheprovider', folder];
			return outputOf(python ?? '', args, folder, { SANDBOX_URL: url });
		};
		expect(await outputFor(currencies.right)).toContain('1 passed');
		expect(await outputFor(currencies.wrong)).toMatch(/currency_mismatch[\s\S]*1 failed/);
	},
);
