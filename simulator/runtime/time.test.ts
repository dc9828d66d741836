import { expect, onTestFinished, test, vi } from 'vitest';
import type { AbortSignalLike } from './time.ts';
import { monotonicMs, sleep, wallNow } from './time.ts';

async function setup(ms: number, ending?: AbortSignalLike): Promise<number> {
	const from = monotonicMs();
	await sleep(ms, ending);
	return monotonicMs() - from;
}

test('a sleep is never too short', async () => {
	const wanted = Array.from({ length: 200 }, (_, index) => 5 + (index % 40) + index / 1_000);
	const slept = await Promise.all(wanted.map((ms) => setup(ms)));
	for (const [index, ms] of wanted.entries()) expect(slept[index]).toBeGreaterThanOrEqual(ms);
});

test('an abort ends a sleep at once', async () => {
	const controller = new AbortController();
	const sleeping = setup(60_000, controller.signal);
	controller.abort();
	expect(await sleeping).toBeLessThan(1_000);
});

test('a sleep with an aborted signal resolves at once', async () => {
	expect(await setup(60_000, AbortSignal.abort())).toBeLessThan(1_000);
});

test('sleeps leave no listener on their signal', async () => {
	let listeners = 0;
	const counted: AbortSignalLike = {
		aborted: false,
		addEventListener: () => {
			listeners += 1;
		},
		removeEventListener: () => {
			listeners -= 1;
		},
	};
	await Promise.all([sleep(1, counted), sleep(2, counted)]);
	expect(listeners).toBe(0);
});

test('a sleep longer than the longest timer works', async () => {
	const warnings: string[] = [];
	const listener = ({ name }: Error) => void warnings.push(name);
	process.on('warning', listener);
	const controller = new AbortController();
	const sleeping = setup(2 ** 40, controller.signal);
	await sleep(20);
	controller.abort();
	process.off('warning', listener);
	expect(await sleeping).toBeGreaterThanOrEqual(20);
	expect(warnings).toEqual([]);
});

test('wall time is the time of day, and monotonic time never goes back', () => {
	// The machine may have set its clock back by some seconds since the start: then wall time is ahead. So it is after
	// another test of this process has faked `performance`, which then begins at 0.
	const aheadMs = wallNow() - Date.now();
	expect(aheadMs).toBeGreaterThan(-1_000);
	expect(aheadMs).toBeLessThan(600_000 + performance.now());
	const times = Array.from({ length: 1_000 }, monotonicMs);
	expect([...times].sort((one, other) => one - other)).toEqual(times);
});

test('time goes on when the clock of the machine is set back, and follows it forward', async () => {
	onTestFinished(() => void vi.useRealTimers());
	const before = wallNow();
	vi.useFakeTimers({ toFake: ['Date'], now: before - 3_600_000 });
	await sleep(20);
	const later = wallNow();
	expect(later - before).toBeGreaterThanOrEqual(19);
	expect(later - before).toBeLessThan(10_000);
	vi.setSystemTime(8.64e15);
	expect(wallNow() - before).toBeLessThan(10_000);
	vi.setSystemTime(before + 86_400_000);
	expect(wallNow()).toBeGreaterThanOrEqual(before + 86_400_000);
});
