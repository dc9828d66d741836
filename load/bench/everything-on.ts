/**
 * Measures the cost of the control functions: fault rules that match no call, one event reader, and one scrape of the
 * metrics each second.
 */
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Measurement } from './bench.ts';
import { fullLoad, inNewProcesses, rateRatios, sandbox, startServer, takeTurns } from './bench.ts';
import { atLeast } from './judge.ts';
import { startProcess, stopProcess } from './processes.ts';

const idleRules = Array.from({ length: 10 }, (_, index) => ({
	match: { reference: `no-such-order-${index}` },
	fault: { kind: 'close' },
}));

/** A program that follows the event stream at its first URL, and requests its second URL each second. */
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

export const everythingOnMeasurement: Measurement = {
	names: ['everything-on'],
	async measure(bench) {
		const plain = await startServer(bench, sandbox({}, 'as it starts'));
		const watched = await startServer(bench, sandbox({ faults: idleRules }, 'with everything on'));
		const { watchedMs: ms, watchedRounds, turns } = bench.sizes;
		// Reader and metrics cost a fixed time of every second: short turns would be charged for the pauses between them.
		const job = { ...fullLoad, work: 'flow', ms } as const;
		await inNewProcesses(bench, [plain, watched], watchedRounds, async (rounds) => {
			const urls = [watched.url + controlPaths.events, watched.url + controlPaths.metrics];
			// The clients get a core of their own, so that they do not take CPU time from the measured server.
			const clients = startProcess(['--eval', clientProgram, ...urls], bench.cores.generator);
			await takeTurns(bench, [plain, watched], job, { rounds, turns });
			if (clients.exitCode !== null) throw new Error('the event reader ended');
			await stopProcess(clients);
		});
		return [
			[atLeast(0.95, 'x', 'the rate of the sandbox as it starts', rateRatios(watched, plain))],
		];
	},
};
