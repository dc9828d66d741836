import { expect, test } from 'vitest';
import { reachCashier, startSandbox } from './support/sandbox.ts';

const settings = {
	defaultOutcome: { APPROVE: 0.5, DECLINE: 0.3, HOLD: 0.2 },
	processing: { default: { lognormal: { median: '3s', sigma: 0.8 } } },
	ids: { source: 'seeded' },
} as const;

const references = Array.from({ length: 64 }, (_, index) => `order-${index}`);

interface Fates {
	/** By reference: outcome, cause, and how long the network takes. */
	fates: Record<string, unknown>;
	ids: Record<string, string>;
}

async function fatesOf(seed: number, order: readonly string[], workers: number): Promise<Fates> {
	const sandbox = await startSandbox({ seed, settings });
	const queue = [...order];
	const found: Fates = { fates: {}, ids: {} };
	const work = async () => {
		for (let reference = queue.shift(); reference; reference = queue.shift()) {
			const { sessionId } = await reachCashier(sandbox.url, 'card', {
				paymentReference: reference,
			});
			const { timeline, fate, transactionId } = await sandbox.act(sessionId, { action: 'submit' });
			found.fates[reference] = [fate, timeline.at(-1)];
			found.ids[reference] = `${transactionId} ${sessionId}`;
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	return found;
}

test('the same seed gives the same fates, delays and ids in any order, 1 or 64 at a time', async () => {
	const shuffled = references.toSorted((one, other) =>
		one.slice(-1).localeCompare(other.slice(-1)),
	);
	const alone = await fatesOf(7, references, 1);
	expect(await fatesOf(7, shuffled, 1)).toEqual(alone);
	expect(await fatesOf(7, shuffled, 64)).toEqual(alone);
	const other = await fatesOf(8, references, 64);
	// Each on its own, so that ids of another seed do not hide fates that never heard of it.
	expect(other.fates).not.toEqual(alone.fates);
	expect(other.ids).not.toEqual(alone.ids);
	const outcomes = Object.values(alone.fates).map(
		(fate) => JSON.stringify(fate).match(/APPROVE|DECLINE|HOLD/)?.[0],
	);
	expect(new Set(outcomes)).toEqual(new Set(['APPROVE', 'DECLINE', 'HOLD']));
	const delays = Object.values(alone.fates).map(
		(fate) => JSON.stringify(fate).match(/\.\d{3}Z/)?.[0],
	);
	expect(new Set(delays).size).toBeGreaterThan(20);
});
