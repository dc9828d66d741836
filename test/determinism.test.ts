import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, headerNames, servicePaths } from '../simulator/contract/routes.ts';
import { campaign, full } from './support/campaign.ts';
import { startServe } from './support/command.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

const sometimes = {
	mixture: [
		{ weight: 0.7, law: 'none' },
		{ weight: 0.3, law: { fixed: 1 } },
	],
};

const settings = {
	defaultOutcome: { APPROVE: 0.5, DECLINE: 0.3, HOLD: 0.2 },
	processing: { default: { lognormal: { median: '3s', sigma: 0.8 } } },
	// A delay of 0 or of a fixed time: the caller can tell exactly which one was drawn.
	latency: {
		paymentOptions: sometimes,
		paymentSuboptions: sometimes,
	},
	ids: { source: 'seeded' },
	idempotency: { header: 'Idempotency-Key' },
} as const;

const references = Array.from(
	{ length: campaign({ sample: 16, full: 64 }) },
	(_, index) => `order-${index}`,
);
/** In an order far from the numerical one. */
const shuffled = references.toSorted((one, other) => one.slice(-1).localeCompare(other.slice(-1)));

interface Drawn {
	/** By reference: outcome, cause and plan of each of two attempts. */
	fates: Record<string, unknown>;
	ids: Record<string, string>;
	/** By reference: which calls were delayed: the first and second payment-suboptions, and five repeated calls. */
	held: Record<string, boolean[]>;
}

async function drawnBy(url: string, order: readonly string[], workers: number): Promise<Drawn> {
	await send('PUT', url + controlPaths.settings, settings);
	const queue = [...order];
	const found: Drawn = { fates: {}, ids: {}, held: {} };
	const work = async () => {
		for (let reference = queue.shift(); reference; reference = queue.shift()) {
			const key = { 'Idempotency-Key': reference };
			const payment = await reachCashier(url, 'card', { paymentReference: reference }, key);
			const { sessionId, transactionId, bankId } = payment;
			const list = () =>
				isHeld(url + servicePaths.paymentSuboptions, { sessionId, paymentOptionId: bankId });
			const held = [await list(), await list()];
			const request = { ...paymentOptionsExample, paymentReference: reference };
			for (let repeat = 0; repeat < 5; repeat += 1) {
				held.push(await isHeld(url + servicePaths.paymentOptions, request, key));
			}
			found.held[reference] = held;
			const act = `${url}${controlPaths.payments}/${sessionId}/act`;
			const { body: first } = await post(act, { action: 'submit' });
			await post(act, { action: 'decline' });
			const { body: second } = await post(act, { action: 'submit' });
			found.fates[reference] = [first, second].map(({ fate, timeline }) => [fate, timeline.at(-1)]);
			found.ids[reference] = `${transactionId} ${sessionId}`;
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	return found;
}

async function isHeld(url: string, body: object, key = {}): Promise<boolean> {
	const { headers } = await post(url, body, key);
	const [, injected] = /injected;dur=([\d.]+)/.exec(headers.get(headerNames.timing) ?? '') ?? [];
	return Number(injected) > 0;
}

async function inThisProcess(seed: number, order: readonly string[], workers: number) {
	const { url } = await startSandbox({ seed });
	return drawnBy(url, order, workers);
}

test('the same seed gives the same fates, delays, latencies and ids in any order, 1 or 64 at a time', async () => {
	const alone = await inThisProcess(7, references, 1);
	for (const workers of full ? [1, 64] : [64]) {
		expect(await inThisProcess(7, shuffled, workers)).toEqual(alone);
	}
	const other = await inThisProcess(8, references, 64);
	// Compared separately: otherwise different ids would hide fates that ignore the seed.
	expect(other.fates).not.toEqual(alone.fates);
	expect(other.ids).not.toEqual(alone.ids);
	expect(other.held).not.toEqual(alone.held);

	const fates = Object.values(alone.fates).map((fate) => JSON.stringify(fate));
	const drawn = fates.map((fate) => fate.match(/APPROVE|DECLINE|HOLD/)?.[0]);
	expect(new Set(drawn)).toEqual(new Set(['APPROVE', 'DECLINE', 'HOLD']));
	expect(new Set(fates.map((fate) => fate.match(/\.\d{3}Z/)?.[0])).size).toBeGreaterThan(
		references.length / 3,
	);
	const held = Object.values(alone.held);
	expect(new Set(held.map((each) => String(each.slice(0, 2)))).size).toBe(4);
	// Each repeated call draws its own delay.
	expect(new Set(held.map((each) => String(each.slice(2)))).size).toBeGreaterThan(8);
});

test('two processes with the same seed draw the same as this one', async () => {
	const here = await inThisProcess(7, references, 64);
	for (const order of full ? [references, shuffled] : [shuffled]) {
		const { url } = await startServe(['--clock', 'manual', '--seed', '7']);
		expect(await drawnBy(url, order, 8)).toEqual(here);
	}
});

test('calls without a payment draw different delays, the same in every run, also in a workspace that was never created', async () => {
	const heldOf = async (url: string) => {
		const held: boolean[] = [];
		for (let times = 0; times < 24; times += 1)
			held.push(await isHeld(url + servicePaths.paymentSuboptions, {}));
		return held;
	};
	const { latency } = settings;
	const sandboxes = [0, 1].map(() => startSandbox({ seed: 7, settings: { latency } }));
	const [one, other] = (await Promise.all(sandboxes)).map(({ url }) => `${url}/w/nobody`);
	const held = await heldOf(one ?? '');
	expect(new Set(held).size).toBe(2);
	expect(await heldOf(other ?? '')).toEqual(held);
	expect(await heldOf(other ?? '')).not.toEqual(held);
	await post(`${other}${controlPaths.reset}`);
	expect(await heldOf(other ?? '')).toEqual(held);
});

test('an id never belongs to a second payment, also with seeded ids and after all payments were evicted', async () => {
	const { url } = await startSandbox({
		settings: { ids: { source: 'seeded' }, limits: { maxPayments: 1 } },
	});
	const given: string[] = [];
	for (const paymentReference of ['r', 'other', 'r', 'r', 'other', undefined, 'r', undefined]) {
		const { sessionId, transactionId } = await startPayment(url, { paymentReference });
		for (const id of given) {
			expect((await send('GET', `${url}${controlPaths.payments}/${id}`)).status).toBe(404);
		}
		given.push(sessionId, transactionId);
	}
	expect(new Set(given).size).toBe(16);
});
