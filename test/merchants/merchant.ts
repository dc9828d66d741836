/** A merchant as a child process, started and driven by its merchant file, with a sandbox behind it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'jsonc-parser';
import { freePort } from '../../scenarios/harness/free-port.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { send, startSandbox } from '../support/sandbox.ts';
import { atEnd } from '../support/shared.ts';
import { builtShopCommand } from './built-shop.ts';

interface Call {
	method: string;
	url: string;
	json: object;
}

interface MerchantFile {
	command: [program: string, ...args: string[]];
	env: Record<string, string>;
	ready: string;
	prepare: Call[];
	checkout: Call & { redirect: { header: string } };
	order: { url: string; state: string };
	settle: Call;
}

type Values = Readonly<Record<string, unknown>>;

/** Replaces the placeholders. A text that is only a placeholder becomes its value. */
function fill<T>(template: T, values: Values): T {
	const resolve = (name: string, text: string) => (name in values ? values[name] : text);
	return JSON.parse(JSON.stringify(template), (_key, value) => {
		if (typeof value !== 'string') return value;
		const [, only] = /^\{(\w+)\}$/.exec(value) ?? [];
		if (only) return resolve(only, value);
		return value.replace(/\{(\w+)\}/g, (text, name) => String(resolve(name, text)));
	});
}

/** Runs the command of a merchant file, or the build of the shop. `ended` has the exit code and what the shop wrote to standard error. */
export async function startShop(path: string, env: Record<string, string>) {
	const file: MerchantFile = parse(readFileSync(join(packageRoot, path), 'utf8'));
	const values = { port: await freePort(), sandbox: env.PAYIN_URL ?? 'http://127.0.0.1:9' };
	const usesTsx = file.command.includes('tsx');
	const [program, ...args] = usesTsx ? builtShopCommand : file.command;
	const child = spawn(program, args, {
		cwd: join(packageRoot, dirname(path)),
		env: { ...process.env, ...env, ...fill(file.env, values) },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	atEnd(() => void child.kill('SIGTERM'));
	let stderr = '';
	child.stderr.on('data', (chunk) => {
		stderr += chunk;
	});
	const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }));
	await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
	return { child, ended, file: fill(file, values) };
}

export async function startMerchant(path: string, bugs = '') {
	const sandbox = await startSandbox();
	const shop = await startShop(path, { PAYIN_URL: sandbox.url, SHOP_BUGS: bugs });
	const { file } = shop;
	let orders = 0;

	const call = (template: Call, values: Values) => {
		const encoded = encodeURIComponent(String(values.reference));
		const { method, json } = fill(template, values);
		return send(method, fill(template.url, { ...values, reference: encoded }), json);
	};

	return {
		...shop,
		sandbox,

		/** Creates an order of 150,000 COP, and returns its reference. */
		async order(changes: Values = {}): Promise<string> {
			orders += 1;
			const values = {
				...{ reference: `order-${orders}`, amount: 150_000, currency: 'COP', country: 'CO' },
				...{ email: `shopper-${orders}@example.com`, name: `Shopper ${orders}` },
				...changes,
			};
			for (const step of file.prepare) await call(step, values);
			return values.reference;
		},

		/** The shopper presses the pay button. */
		async checkout(reference: string, option = 'Card', bank: string | null = null) {
			const answer = await call(file.checkout, { reference, option, bank });
			const location = answer.headers.get(file.checkout.redirect.header);
			const sessionId = location ? new URL(location).searchParams.get('sessionId') : null;
			return { ...answer, sessionId: sessionId ?? '' };
		},

		async orderOf(reference: string) {
			const url = fill(file.order.url, { reference: encodeURIComponent(reference) });
			return (await send('GET', url)).body;
		},

		settle: (transactionId: string, state: string) => call(file.settle, { transactionId, state }),

		/** The shopper pays, the network confirms, and the shop gets the settlement. */
		async confirm(sessionId: string) {
			await sandbox.act(sessionId, { action: 'submit' });
			const { transactionId, state } = await sandbox.act(sessionId, { action: 'confirm' });
			return call(file.settle, { transactionId, state });
		},

		/** RETURN TO ACCOUNT. */
		async comeBack(sessionId: string, more = '') {
			const { returnUrl } = await sandbox.act(sessionId, { action: 'return' });
			return send('GET', `${returnUrl}${more}`);
		},

		/** The bodies of the calls that the sandbox received, oldest first. */
		async calls(endpoint: 'paymentOptions' | 'paymentSuboptions' | 'hybridPayment') {
			const { entries } = await sandbox.journal({ endpoint });
			return entries.toReversed().map(({ request }) => request as Record<string, unknown>);
		},

		async reset() {
			await sandbox.reset();
			await sandbox.clearJournal();
		},
	};
}

export type Merchant = Awaited<ReturnType<typeof startMerchant>>;
