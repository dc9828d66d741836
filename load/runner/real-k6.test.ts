import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadReportSchema } from '../../simulator/contract/run-report.ts';
import { findBuiltK6 } from '../../test/support/k6.ts';
import { runLoad } from '../run.ts';

const k6 = await findBuiltK6();

/** Not a sandbox: it answers every call alike. */
async function startHost(
	status: number,
	headers: Record<string, string> = { 'Content-Type': 'application/json' },
	body = '{}',
): Promise<string> {
	const server = createServer((request, response) => {
		request.resume();
		response.writeHead(status, headers).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function smoke(target: string) {
	const cwd = mkdtempSync(join(tmpdir(), 'load-k6-'));
	onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
	const report = await runLoad(
		{ profile: 'smoke', target, seed: 1, permission: false, allowHosts: [], command: 'load' },
		{
			out: () => {},
			err: () => {},
			isTerminal: false,
			env: { K6_BIN: k6 ?? '' },
			cwd,
			signal: new AbortController().signal,
		},
	);
	expect(loadReportSchema.parse(report)).toEqual(report);
	return report;
}

test.skipIf(!k6)(
	'a host that refuses every call is a NO-GO, counted once a flow',
	{
		timeout: 30_000,
	},
	async () => {
		const report = await smoke(await startHost(503));
		// A host that is no sandbox is asked for the three calls only: two stories, five times each.
		expect(report).toMatchObject({
			verdict: 'NO-GO',
			exitCode: 1,
			plan: { iterations: 10 },
			flows: { started: 10, ok: 0, failed: 10 },
			outcomes: { server_error: 10 },
			steps: { 'payment-options': { count: 10, failed: 10, p95: null } },
		});
	},
);

test.skipIf(!k6)(
	'an answer off the contract is found although its status is 200',
	{
		timeout: 30_000,
	},
	async () => {
		expect(await smoke(await startHost(200))).toMatchObject({
			verdict: 'NO-GO',
			outcomes: { bad_contract: 10 },
		});
	},
);

test.skipIf(!k6)(
	'a page in the place of JSON and a redirect are called what they are',
	{ timeout: 60_000 },
	async () => {
		const page = await smoke(await startHost(200, { 'Content-Type': 'text/html' }, '<p></p>'));
		expect(page).toMatchObject({ verdict: 'NO-GO', outcomes: { bad_contract: 10 } });
		const details = ({ reasons }: typeof page) => reasons.map(({ detail }) => detail).join('\n');
		expect(details(page)).toContain('payment-options: bad_contract: not JSON, got text/html');
		const moved = await smoke(await startHost(302, { Location: 'https://pay.example/v3?a=b' }, ''));
		expect(details(moved)).toContain(
			'status 302 redirects to https://pay.example/v3, and redirects are not followed',
		);
		expect(details(moved)).not.toMatch(/thresholds/);
	},
);
