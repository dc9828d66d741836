import { expect, test } from 'vitest';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const settings = {
	defaultOutcome: { APPROVE: 0.5, DECLINE: 0.3, HOLD: 0.2 },
	processing: { default: { lognormal: { median: '3s', sigma: 0.8 } } },
	ids: { source: 'seeded' },
} as const;

const references = Array.from({ length: 64 }, (_, index) => `order-${index}`);

/** What became of every reference: outcome, processing delay and ids. */
async function fatesOf(seed: number, order: readonly string[], workers: number) {
	const sandbox = await startSandbox({ seed, settings });
	const queue = [...order];
	const fates: Record<string, unknown> = {};
	const work = async () => {
		for (let reference = queue.shift(); reference; reference = queue.shift()) {
			const { sessionId } = await reachCashier(sandbox.url, 'card', {
				paymentReference: reference,
			});
			const { timeline, fate, transactionId } = await sandbox.act(sessionId, { action: 'submit' });
			fates[reference] = [fate, timeline.at(-1), transactionId, sessionId];
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	return fates;
}

test('the same seed gives the same fates, delays and ids in any order, 1 or 64 at a time', async () => {
	const shuffled = references.toSorted((one, other) =>
		one.slice(-1).localeCompare(other.slice(-1)),
	);
	const alone = await fatesOf(7, references, 1);
	expect(await fatesOf(7, shuffled, 1)).toEqual(alone);
	expect(await fatesOf(7, shuffled, 64)).toEqual(alone);
	expect(await fatesOf(8, references, 64)).not.toEqual(alone);
	const outcomes = Object.values(alone).map(
		(fate) => JSON.stringify(fate).match(/APPROVE|DECLINE|HOLD/)?.[0],
	);
	expect(new Set(outcomes)).toEqual(new Set(['APPROVE', 'DECLINE', 'HOLD']));
});
