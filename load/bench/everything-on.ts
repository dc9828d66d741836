/** What the control room costs: fault rules that do not match, an event reader, and metrics that are scraped each second. */
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Measurement } from './bench.ts';
import { rateRatios, sandbox, startServer, takeTurns } from './bench.ts';
import { atLeast } from './judge.ts';
import { startProcess, stopProcess } from './processes.ts';

const idleRules = Array.from({ length: 10 }, (_, index) => ({
	match: { reference: `no-such-order-${index}` },
	fault: { kind: 'close' },
}));

/** A program that reads the events of its first URL, and its second URL each second. */
const clientProgram = `
	const { get } = require('node:http');
	const [events, metrics] = process.argv.slice(1);
	const read = (url) =>
		get(url, (response) => {
			if (response.statusCode !== 200) process.exit(1);
			response.resume();
		});
	read(events).on('close', () => process.exit(1));
	setInterval(() => read(metrics), 1_000);
`;

export const everythingOn: Measurement = {
	names: ['everything-on'],
	async measure(bench) {
		const plain = await startServer(bench, sandbox({}, 'as it starts'));
		const watched = await startServer(bench, sandbox({ faults: idleRules }, 'with everything on'));
		// A reader on the server's core would take the time that it is to measure.
		const clients = startProcess(
			[
				'--eval',
				clientProgram,
				watched.url + controlPaths.events,
				watched.url + controlPaths.metrics,
			],
			bench.cores.generator,
		);
		const { watchedMs: ms, latencyRounds: rounds, turns } = bench.sizes;
		// Reader and metrics cost a fixed time of every second: short turns would be charged for the pauses between them.
		const job = { work: 'flow', connections: 32, warmUpMs: 20, ms } as const;
		await takeTurns(bench, [plain, watched], job, { rounds, turns });
		if (clients.exitCode !== null) throw new Error('the event reader ended');
		await stopProcess(clients);
		return [
			[atLeast(0.95, 'x', 'the rate of the sandbox as it starts', rateRatios(watched, plain))],
		];
	},
};
