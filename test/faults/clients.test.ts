/** What the HTTP clients of other languages make of a connection that a fault cuts, and which of them send again. */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { full } from '../support/campaign.ts';
import { withRules } from '../support/faults.ts';

const run = promisify(execFile);
const file = (name: string) => join(packageRoot, 'test', 'faults', 'clients', name);
const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const body = JSON.stringify(paymentOptionsExample);
const json = 'Content-Type: application/json';

interface Client {
	name: string;
	program: string;
	/** Prints its version. */
	version: string;
	/** Whether it sends a POST again that was cut on a reused connection. */
	resends: boolean;
	args(url: string): string[];
}

const post = (url: string) => ['-sS', '-H', json, '-d', body, url];
const clients: Client[] = [
	{
		name: 'curl',
		program: 'curl',
		version: '--version',
		resends: true,
		args: (url) => [...post(url), '--next', ...post(url)],
	},
	{
		name: 'Python http.client',
		program: 'python3',
		version: '--version',
		resends: false,
		args: (url) => [file('client.py'), url, body],
	},
	{
		name: 'Go net/http',
		program: 'go',
		version: 'version',
		resends: false,
		args: (url) => ['run', file('client.go'), url, body],
	},
	{
		name: 'Go net/http with Idempotency-Key',
		program: 'go',
		version: 'version',
		resends: true,
		args: (url) => ['run', file('client.go'), url, body, 'Idempotency-Key: a'],
	},
	{
		name: 'Java HttpURLConnection',
		program: 'java',
		version: '-version',
		resends: true,
		args: (url) => [file('UrlConnection.java'), url, body],
	},
	{
		name: 'Java HttpClient',
		program: 'java',
		version: '-version',
		resends: false,
		args: (url) => [file('HttpClientPost.java'), url, body],
	},
];

const faults = [{ kind: 'close' }, { kind: 'reset' }, { kind: 'hang', for: '200ms' }] as const;
const cases = clients.flatMap((client) =>
	faults.map((fault) => ({ ...client, fault, kind: fault.kind })),
);

test.skipIf(!full).each(cases)(
	'$name and a $kind on a reused connection',
	async ({ program, version, resends, fault, args }, context = undefined as never) => {
		void context;
		if (!isThere(program, version)) expect.fail(`${program} is not installed: install it or skip.`);
		// The second call is cut, and a third one would be answered.
		const sandbox = await withRules([{ fault, skip: 1, times: 1 }]);
		const { stdout } = await run(program, args(sandbox.url + servicePaths.paymentOptions)).catch(
			(failure) => failure as { stdout: string },
		);
		const { entries } = await sandbox.journal();
		expect(entries.map(({ status, resent }) => ({ status, resent })).toReversed()).toEqual([
			{ status: 200, resent: false },
			{ status: 0, resent: false },
			...(resends ? [{ status: 0, resent: true }] : []),
		]);
		if (program !== 'curl') expect(stdout).toMatch(/^failed: /);
		expect(await sandbox.faults.rules()).toMatchObject([{ seen: 2, hits: 1 }]);
	},
);
