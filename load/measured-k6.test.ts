/** The measurement with real k6: what the planted streams of `runner/judgement.test.ts` cannot show. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { loadReportSchema } from '../simulator/contract/run-report.ts';
import { full } from '../test/support/campaign.ts';
import { builtCommand, runCommand, startServe, temporaryFolder } from '../test/support/command.ts';
import { findBuiltK6 } from '../test/support/k6.ts';
import { chooseCores } from './bench/processes.ts';

const k6 = await findBuiltK6();
const { server: core } = chooseCores();

interface Ran {
	code: number;
	stderr: string;
	report: LoadReport;
}

/** Runs the command in a folder of its own. */
async function load(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
	const out = join(temporaryFolder(), 'results');
	const words = ['load', '--profile', 'average', '--out', out, ...args];
	const { code, stderr } = await runCommand(words, { K6_BIN: k6 ?? '', ...env });
	return { code, stderr, report: readReport(out) };
}

const readReport = (out: string) =>
	loadReportSchema.parse(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));

const ids = ({ reasons }: LoadReport) => reasons.map(({ id }) => id);

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return (server.address() as AddressInfo).port;
}

test.skipIf(!full || !k6)(
	'a run measures whole flows, their connections, and its own generator',
	async () => {
		const { report, stderr } = await load(['--rate', '5', '--duration', '3s']);
		const { generator, flowTimes, connecting, series, flows } = report;
		expect(stderr).toMatch(/It takes up to 92 virtual users, 102 connections and about \d+ MB/);
		expect(generator).toMatchObject({ canary: { p95Ms: expect.any(Number) } });
		expect(generator.maxInFlight).toBeGreaterThan(0);
		expect(generator.startLagP99Ms).toBeLessThan(1000);
		expect(flowTimes?.count).toBe(flows.ok);
		expect(flowTimes?.fromIntendedStart.p50).toBeGreaterThanOrEqual(flowTimes?.p50 ?? 0);
		expect(connecting).toMatchObject({ opened: expect.any(Number), tls: null });
		expect(connecting?.opened).toBeGreaterThan(0);
		expect(report.steps['payment-options']).toHaveProperty('fromIntendedStart.p95');
		expect(series.some(({ flow }) => (flow?.p95 ?? 0) > 0)).toBe(true);
		expect(report.histograms).toHaveProperty(['flow/hold']);
		expect(Object.keys(report.outcomes)).toEqual(['accepted']);
		if (process.platform !== 'linux') return;
		expect(generator.memoryMb).toBeGreaterThan(20);
		expect(generator.connections).toBeGreaterThan(0);
	},
);

/** Self-signed, for 127.0.0.1. */
function certificate(folder: string) {
	const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
	const files = ['-keyout', keyFile, '-out', certFile, '-days', '2'];
	execFileSync('openssl', ['req', '-x509', ...key, ...name, ...files], { stdio: 'ignore' });
	return { key: readFileSync(keyFile), cert: readFileSync(certFile), certFile };
}

const pipeBoth = (one: Socket, other: Socket) => {
	one.pipe(other);
	other.pipe(one);
	one.on('error', () => other.destroy());
	other.on('error', () => one.destroy());
};

/** TLS in front of an HTTP server, with a handshake that takes so long. */
async function startSlowTls(url: string, handshakeMs: number) {
	const { certFile, ...credentials } = certificate(temporaryFolder());
	const tls = createTlsServer(credentials, (socket) => {
		pipeBoth(socket, connect(Number(new URL(url).port), '127.0.0.1'));
	});
	const inside = await listen(tls);
	const outside = createServer({ pauseOnConnect: true }, (socket) => {
		setTimeout(() => pipeBoth(socket, connect(inside, '127.0.0.1')), handshakeMs);
	});
	return { target: `https://127.0.0.1:${await listen(outside)}`, certFile };
}

test.skipIf(!full || !k6)(
	'slow handshakes break the limit of the flow, not those of its calls',
	async () => {
		const { url } = await startServe();
		const { target, certFile } = await startSlowTls(url, 700);
		const slo = join(temporaryFolder(), 'limits.json');
		const step = { p95Ms: 500, maxFailureRatio: 0.01 };
		const flow = { p95Ms: 500, maxFailureRatio: 0.025, minAchievedRatio: 0.9 };
		const steps = { 'payment-options': step, 'hybrid-payment': step };
		writeFileSync(slo, JSON.stringify({ schemaVersion: 1, steps, flow }));
		const { report, code } = await load(
			[
				'--target',
				target,
				'--connections',
				'new',
				'--rate',
				'20',
				'--duration',
				'25s',
				'--slo',
				slo,
			],
			{ NODE_EXTRA_CA_CERTS: certFile, SSL_CERT_FILE: certFile },
		);
		expect(report.plan.connections).toBe('new');
		expect(report.flowTimes?.p50).toBeGreaterThan(690);
		expect(report.connecting?.tls?.p50).toBeGreaterThan(690);
		expect(report.connecting?.opened).toBeGreaterThanOrEqual(report.flows.ok);
		// A machine that is busy with other work starves the generator, and nothing can be judged.
		if (ids(report).includes('starved')) return;
		expect(report.verdict).toBe('NO-GO');
		expect(code).toBe(1);
		const states = Object.fromEntries(report.slo.map(({ id, state }) => [id, state]));
		expect(states).toMatchObject({ 'flow.p95': 'broken', 'payment-options.p95': 'kept' });
	},
);

test.skipIf(!full || !k6 || core === undefined)(
	'a generator on one busy core is told, and nothing is judged by its times',
	async () => {
		const out = join(temporaryFolder(), 'results');
		const pinned = ['-c', `${core}`, process.execPath];
		// Each gets an equal share of the core: k6 is left with a small one.
		const busy = Array.from({ length: 24 }, () => spawn('taskset', [...pinned, '-e', 'for (;;);']));
		const words = ['load', '--profile', 'average', '--rate', '20', '--duration', '6s'];
		const child = spawn('taskset', [...pinned, builtCommand, ...words, '--out', out], {
			...{ stdio: 'ignore', env: { ...process.env, K6_BIN: k6 ?? '' } },
		});
		onTestFinished(() => {
			for (const one of [...busy, child]) one.kill('SIGKILL');
		});
		await new Promise((resolve) => child.once('close', resolve));
		const report = readReport(out);
		expect(report.generator.canary?.p95Ms).toBeGreaterThan(20);
		expect(ids(report)).toContain('starved');
		expect(report.verdict).not.toBe('GO');
		const timed = report.slo.filter(({ metric }) => metric !== 'failures');
		for (const { state } of timed) expect(state).toBe('undecided');
	},
	300_000,
);

test.skipIf(!full || !k6)(
	'the load on a target that is down ends early, with a NO-GO',
	async () => {
		const down = createHttpServer((request, response) => {
			request.resume();
			response.writeHead(503, { 'Content-Type': 'application/json' }).end('{}');
		});
		const target = `http://127.0.0.1:${await listen(down)}`;
		const { report, code } = await load(['--target', target, '--rate', '20', '--duration', '60s']);
		expect(code).toBe(1);
		expect(report.verdict).toBe('NO-GO');
		expect(report.flows.started).toBeLessThan(1000);
		expect(report.reasons[0]).toMatchObject({ severity: 'no-go' });
		expect(ids(report)).toContain('collapse');
		expect(ids(report)).not.toContain('interrupted');
	},
);
