/** The one who asks, in a process of its own: `generator.ts URL CONNECTIONS WARM_UP_MS MEASURE_MS`; one line of JSON. */
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { ask } from './connection.ts';
import type { Round } from './round.ts';
import { quantile } from './statistics.ts';

const [url = '', connections, warmUpMs, measureMs] = process.argv.slice(2);
const { host, hostname, port } = new URL(url);
const body = JSON.stringify(paymentOptionsExample);
const head = [
	`POST ${servicePaths.paymentOptions} HTTP/1.1`,
	`Host: ${host}`,
	'Content-Type: application/json',
	`Content-Length: ${Buffer.byteLength(body)}`,
];
const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);

let isMeasuring = false;
let isOver = false;
let failed = 0;
let bytes = 0;
const tookMs: number[] = [];

function onBroken(reason: string): void {
	if (isOver) return;
	process.stderr.write(`The generator stopped: ${reason}.\n`);
	process.exit(1);
}

const sockets = Array.from({ length: Number(connections) }, () =>
	ask({
		host: hostname,
		port: Number(port),
		request,
		onBroken,
		onAnswer(status, size, ms) {
			if (!isMeasuring) return;
			tookMs.push(ms);
			bytes = size;
			if (status !== 200) failed += 1;
		},
	}),
);

setTimeout(() => {
	isMeasuring = true;
	const begunMs = performance.now();
	const before = process.cpuUsage();
	setTimeout(() => {
		isMeasuring = false;
		isOver = true;
		const seconds = (performance.now() - begunMs) / 1000;
		const { user, system } = process.cpuUsage(before);
		for (const socket of sockets) socket.destroy();
		tookMs.sort((a, b) => a - b);
		const round: Round = {
			perSecond: tookMs.length / seconds,
			failed,
			answerBytes: bytes,
			p50Ms: quantile(tookMs, 0.5),
			p99Ms: quantile(tookMs, 0.99),
			generatorCpu: (user + system) / 1e6 / seconds,
		};
		process.stdout.write(`${JSON.stringify(round)}\n`);
	}, Number(measureMs));
}, Number(warmUpMs));
