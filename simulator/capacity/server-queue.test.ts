import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { campaign, noteFigure } from '../../test/support/campaign.ts';
import type { Arrival } from '../../test/support/queueing.ts';
import { kieferWolfowitz, md1, mmc, mmck } from '../../test/support/queueing.ts';
import type { DurationLaw } from '../contract/duration.ts';
import { maxQueueLength } from '../contract/settings.ts';
import { drawMs } from '../delays/law.ts';
import { drawOf } from '../runtime/chance.ts';
import { createServerQueue } from './server-queue.ts';

/** Times are whole milliseconds, so that sums are exact. */
const arrivalsOf = (calls: readonly (readonly [gapMs: number, serviceMs: number])[]): Arrival[] => {
	let atMs = 0;
	return calls.map(([gapMs, serviceMs]) => {
		atMs += gapMs;
		return { atMs, serviceMs };
	});
};
const someCalls = fc.array(fc.tuple(fc.nat(20), fc.nat(60)), { maxLength: 200 }).map(arrivalsOf);
const someServers = fc.integer({ min: 1, max: 6 });

test('every wait equals the recursion of Kiefer and Wolfowitz', () => {
	fc.assert(
		fc.property(someServers, someCalls, (servers, arrivals) => {
			const queue = createServerQueue(servers);
			const waits = arrivals.map(({ atMs, serviceMs }) => {
				const { startMs, endMs } = queue.join(atMs, serviceMs);
				expect(endMs).toBe(startMs + serviceMs);
				return startMs - atMs;
			});
			expect(waits).toEqual(kieferWolfowitz(servers, arrivals));
		}),
	);
});

test('the calls in the queue and in service are counted, also when servers are added and removed', () => {
	const resizes = fc.array(fc.option(someServers, { nil: null, freq: 3 }), { maxLength: 200 });
	fc.assert(
		fc.property(someServers, someCalls, resizes, (first, arrivals, changes) => {
			const queue = createServerQueue(first);
			const joined: { startMs: number; endMs: number }[] = [];
			for (const [index, { atMs, serviceMs }] of arrivals.entries()) {
				const servers = changes[index] ?? null;
				if (servers !== null) queue.resize(servers, atMs);
				joined.push(queue.join(atMs, serviceMs));
				const waiting = joined.filter(({ startMs }) => startMs > atMs);
				const inService = joined.filter(({ startMs, endMs }) => startMs <= atMs && endMs > atMs);
				const next = Math.min(...waiting.map(({ startMs }) => startMs));
				if (waiting.length > 0) expect(queue.nextPlaceMs(atMs)).toBe(next);
				// A removed server is not counted, although it still ends its calls.
				const counted = queue.callsAt(atMs) - waiting.length;
				expect(counted).toBeGreaterThanOrEqual(0);
				if (!changes.slice(0, index + 1).some((wanted) => wanted !== null)) {
					expect(counted).toBe(inService.length);
				}
			}
		}),
	);
});

test('a removed server ends its calls, and those that stay are the last to become free', () => {
	const queue = createServerQueue(3);
	for (const serviceMs of [10, 30, 20]) queue.join(0, serviceMs);
	queue.resize(1, 0);
	expect(queue.join(0, 5)).toMatchObject({ startMs: 30, endMs: 35 });
	queue.resize(2, 1);
	// The call before it waited for the server that stayed, and takes the new one.
	expect(queue.join(1, 5)).toMatchObject({ startMs: 6, endMs: 11 });
	expect(queue.callsAt(1)).toBe(3);
});

test('calls that wait take new servers in their order, before a later call', () => {
	const queue = createServerQueue(1);
	const [first, second, third] = [100, 20, 30].map((serviceMs) => queue.join(0, serviceMs));
	queue.resize(3, 10);
	expect(first).toMatchObject({ startMs: 0, endMs: 100 });
	expect(second).toMatchObject({ startMs: 10, endMs: 30 });
	expect(third).toMatchObject({ startMs: 10, endMs: 40 });
	expect(queue.join(10, 5)).toMatchObject({ startMs: 30, endMs: 35 });
});

test('no call overtakes another one, and no server idles while a call waits', () => {
	const resizes = fc.array(fc.option(someServers, { nil: null, freq: 3 }), { maxLength: 200 });
	fc.assert(
		fc.property(someServers, someCalls, resizes, (first, arrivals, changes) => {
			const queue = createServerQueue(first);
			const joined: { startMs: number; endMs: number }[] = [];
			for (const [index, { atMs, serviceMs }] of arrivals.entries()) {
				const servers = changes[index] ?? null;
				if (servers !== null) {
					queue.resize(servers, atMs);
					const inService = joined.filter(({ startMs, endMs }) => startMs <= atMs && endMs > atMs);
					const waits = joined.some(({ startMs }) => startMs > atMs);
					if (waits) expect(inService.length).toBeGreaterThanOrEqual(servers);
				}
				joined.push(queue.join(atMs, serviceMs));
				const starts = joined.map(({ startMs }) => startMs);
				expect(starts).toEqual(starts.toSorted((one, other) => one - other));
			}
		}),
	);
});

test('an idle queue has a place at once', () => {
	const queue = createServerQueue(2);
	expect(queue.callsAt(7)).toBe(0);
	expect(queue.nextPlaceMs(7)).toBeLessThanOrEqual(7);
});

test('a queue without a limit keeps no more starts than the longest limit needs', () => {
	const queue = createServerQueue(1);
	for (let call = 0; call <= 2 * maxQueueLength; call += 1) queue.join(0, 1);
	expect(queue.callsAt(0)).toBe(maxQueueLength + 1);
	expect(queue.callsAt(maxQueueLength + 1.5)).toBe(maxQueueLength);
});

const exponential: DurationLaw = { exponential: { mean: 1 } };

interface Traffic {
	servers: number;
	rho: number;
	service: DurationLaw;
	/** The most calls in the system; a further one is refused. */
	most?: number;
}

/** A Poisson stream of seeded arrivals through the queue, in units of a mean service. */
function simulate({ servers, rho, service, most = Number.POSITIVE_INFINITY }: Traffic) {
	const queue = createServerQueue(servers);
	const count = campaign({ sample: 400_000, full: 2_000_000 });
	const waits = new Float64Array(count);
	let taken = 0;
	let sum = 0;
	let atMs = 0;
	for (let call = 0; call < count; call += 1) {
		const draw = (about: string) => (name: string) => drawOf(`1 ${call} ${about} ${name}`);
		atMs += (drawMs(exponential, draw('gap')) ?? 0) / (servers * rho);
		if (most !== Number.POSITIVE_INFINITY && queue.callsAt(atMs) >= most) continue;
		const { startMs } = queue.join(atMs, drawMs(service, draw('service')) ?? 0);
		waits[taken] = startMs - atMs;
		sum += startMs - atMs;
		taken += 1;
	}
	const sorted = waits.subarray(0, taken).sort();
	const figures = {
		loss: 1 - taken / count,
		share: sorted.filter((wait) => wait > 0).length / taken,
		meanWait: sum / taken,
		p99: sorted[Math.floor(0.99 * taken)] as number,
	};
	noteFigure(
		`${count} arrivals: mean wait ${figures.meanWait.toFixed(4)}, p99 ${figures.p99.toFixed(3)}, loss ${figures.loss.toFixed(4)}`,
	);
	return figures;
}

const deviation = (measured: number, theory: number) => Math.abs(measured / theory - 1);

describe('seeded arrivals wait as queueing theory says, within 5 %', () => {
	test('M/M/4 at 80 %: Erlang C', () => {
		const theory = mmc({ servers: 4, rho: 0.8 });
		expect(theory.share).toBeCloseTo(0.5964, 4);
		expect(theory.meanWait).toBeCloseTo(0.7455, 4);
		expect(theory.waitAt(0.99)).toBeCloseTo(5.11, 3);
		const measured = simulate({ servers: 4, rho: 0.8, service: exponential });
		expect(deviation(measured.share, theory.share)).toBeLessThan(0.05);
		expect(deviation(measured.meanWait, theory.meanWait)).toBeLessThan(0.05);
		expect(deviation(measured.p99, theory.waitAt(0.99))).toBeLessThan(0.05);
	});

	test('M/M/4/8 at 90 %: birth and death', () => {
		const theory = mmck({ servers: 4, rho: 0.9, most: 8 });
		expect(theory.loss).toBeCloseTo(0.0966, 4);
		expect(theory.meanWait).toBeCloseTo(0.332, 4);
		const measured = simulate({ servers: 4, rho: 0.9, service: exponential, most: 8 });
		expect(deviation(measured.loss, theory.loss)).toBeLessThan(0.05);
		expect(deviation(measured.meanWait, theory.meanWait)).toBeLessThan(0.05);
	});

	test('M/D/1 at 80 %: Pollaczek and Khinchine', () => {
		const theory = md1({ rho: 0.8 });
		const measured = simulate({ servers: 1, rho: 0.8, service: { fixed: 1 } });
		expect(deviation(measured.meanWait, theory.meanWait)).toBeLessThan(0.05);
	});
});
