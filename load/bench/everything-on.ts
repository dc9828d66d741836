/** What the control room costs: fault rules that do not match, an event reader, and metrics that are scraped each second. */
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { Measurement } from './bench.ts';
import { rateRatios, sandbox, startServer, takeTurns } from './bench.ts';
import { atLeast } from './judge.ts';

const idleRules = Array.from({ length: 10 }, (_, index) => ({
	match: { reference: `no-such-order-${index}` },
	fault: { kind: 'close' },
}));

export const everythingOn: Measurement = {
	names: ['everything-on'],
	async measure(bench) {
		const plain = await startServer(bench, sandbox({}, 'as it starts'));
		const watched = await startServer(bench, sandbox({ faults: idleRules }, 'with everything on'));
		const leaving = new AbortController();
		const { signal } = leaving;
		const reader = readToTheEnd(watched.url + controlPaths.events, signal);
		const scraping = setInterval(
			() => void readToTheEnd(watched.url + controlPaths.metrics, signal),
			1_000,
		);
		const job = { work: 'flow', connections: 32, warmUpMs: 20, ms: bench.sizes.turnMs } as const;
		await takeTurns(bench, [plain, watched], job, bench.sizes);
		clearInterval(scraping);
		leaving.abort();
		await reader;
		return [
			[atLeast(0.95, 'x', 'the rate of the sandbox as it starts', rateRatios(watched, plain))],
		];
	},
};

/** Until the response ends or the signal aborts. */
async function readToTheEnd(url: string, signal: AbortSignal): Promise<void> {
	try {
		const { body } = await fetch(url, { signal });
		for await (const _ of body ?? []);
	} catch (failure) {
		if (!signal.aborted) throw failure;
	}
}
