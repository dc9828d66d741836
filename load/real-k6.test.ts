import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadReportSchema } from '../simulator/contract/run-report.ts';
import { full } from '../test/support/campaign.ts';
import { temporaryFolder } from '../test/support/command.ts';
import { findBuiltK6 } from '../test/support/k6.ts';
import { startSandbox } from '../test/support/sandbox.ts';
import { runLoad } from './run.ts';

const k6 = await findBuiltK6();

interface CannedResponse {
	status: number;
	type: string;
	body: string;
	location?: string;
}

/** Not a sandbox: it returns the given responses in turn. */
async function startHost(answers: readonly CannedResponse[]): Promise<string> {
	let calls = 0;
	const server = createServer((request, response) => {
		request.resume();
		if (request.method !== 'POST') return void response.writeHead(404).end();
		const { status, type, body, location } = answers[calls++ % answers.length] as CannedResponse;
		const headers = { 'Content-Type': type, ...(location ? { Location: location } : {}) };
		response.writeHead(status, headers).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function smoke(target: string, env: Record<string, string> = {}) {
	const report = await runLoad(
		{ profile: 'smoke', target, seed: 1, permission: false, allowHosts: [], command: 'load' },
		{
			out: () => {},
			err: () => {},
			isTerminal: false,
			env: { K6_BIN: k6 ?? '', ...env },
			cwd: temporaryFolder(),
			signal: new AbortController().signal,
		},
	);
	expect(loadReportSchema.parse(report)).toEqual(report);
	return report;
}

const rejected: CannedResponse = { status: 503, type: 'application/json', body: '{}' };

test.skipIf(!full || !k6)(
	'a host that rejects every call is a NO-GO, with one failure a flow',
	async () => {
		// A host that is not a sandbox gets the three calls only: two stories, five times each.
		expect(await smoke(await startHost([rejected]))).toMatchObject({
			verdict: 'NO-GO',
			exitCode: 1,
			plan: { iterations: 10 },
			flows: { started: 10, ok: 0, failed: 10 },
			outcomes: { server_error: 10 },
			steps: { 'payment-options': { count: 10, failed: 10, p95: null } },
		});
	},
);

test.skipIf(!k6)('defects of responses with status 200 or 302 are reported', async () => {
	const report = await smoke(
		await startHost([
			{ status: 200, type: 'application/json', body: '{}' },
			{ status: 200, type: 'text/html', body: '<p></p>' },
			{ status: 302, type: 'text/html', body: '', location: 'https://pay.example/v3?a=b' },
		]),
	);
	expect(report).toMatchObject({ verdict: 'NO-GO', outcomes: { bad_contract: 10 } });
	const details = report.reasons.flatMap(({ text, evidence }) => [text, ...evidence]).join('\n');
	expect(details).toContain(
		'4 × payment-options, bad_contract, status 200: transactionId is missing or wrong',
	);
	expect(details).toContain(
		'3 × payment-options, bad_contract, status 200: not JSON, got text/html',
	);
	expect(details).toContain(
		'status 302 redirects to https://pay.example/v3, and redirects are not followed',
	);
	expect(details).not.toMatch(/thresholds/);
});

test.skipIf(!k6 || !full)(
	'a host that gives one session to all flows is a NO-GO that names it',
	async () => {
		const id = '0a6b7c1e-58f2-4d0f-9a38-27d8b3e0a001';
		const paymentOptions = [{ paymentOptionId: id, name: 'card', logo: null, extraData: [] }];
		const body = JSON.stringify({ transactionId: id, sessionId: id, paymentOptions });
		const target = await startHost([{ status: 200, type: 'application/json', body }]);
		const { reasons } = await smoke(target);
		expect(reasons.find((reason) => reason.id === 'wrong-session')).toMatchObject({
			...{ group: 'target', severity: 'no-go', evidence: [`session ${id}`] },
		});
	},
);

const token = 'token-of-this-test';

test.skipIf(!k6)('shoppers of a load send the control token of the target', async () => {
	const { url } = await startSandbox({ clock: 'scaled:20', controlToken: token });
	const report = await smoke(url, { PAYIN_SANDBOX_CONTROL_TOKEN: token });
	expect(report).toMatchObject({ verdict: 'GO', flows: { started: 55, ok: 55 } });
});

test.each([{}, { PAYIN_SANDBOX_CONTROL_TOKEN: 'another-token' }])(
	'a sandbox whose control token is not given is an ERROR: %j',
	async (env) => {
		const { url } = await startSandbox({ controlToken: token });
		const { verdict, exitCode, reasons } = await smoke(url, env);
		expect([verdict, exitCode]).toEqual(['ERROR', 3]);
		expect(reasons[0]?.text).toContain('. Set PAYIN_SANDBOX_CONTROL_TOKEN to the --control-token');
	},
);
