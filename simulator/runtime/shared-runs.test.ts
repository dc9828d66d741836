import { expect, test } from 'vitest';
import { shareConcurrentRuns } from './shared-runs.ts';

/** Runs that end, in order, by a call of `end`. */
function setup() {
	const begun: string[] = [];
	const ends: (() => void)[] = [];
	const read = shareConcurrentRuns(async (key) => {
		const run = begun.push(key);
		await new Promise<void>((resolve) => ends.push(resolve));
		if (key === 'failing') throw new Error(`run ${run}`);
		return run;
	});
	return { begun, read, end: () => ends.shift()?.() };
}

test('a hundred callers are two runs, and none gets a run that began before its call', async () => {
	const { begun, read, end } = setup();
	const first = read('a');
	const others = Array.from({ length: 99 }, () => read('a'));
	expect(begun).toEqual(['a']);
	end();
	expect(await first).toBe(1);
	await expect.poll(() => begun).toHaveLength(2);
	const later = read('a');
	end();
	expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
	await expect.poll(() => begun).toHaveLength(3);
	end();
	expect(await later).toBe(3);
});

test('keys have runs of their own, and a failure ends only its run', async () => {
	const { begun, read, end } = setup();
	const failing = [read('failing'), read('failing')].map((one) => one.catch(String));
	const other = read('a');
	expect(begun).toEqual(['failing', 'a']);
	end();
	end();
	expect(await other).toBe(2);
	expect(await failing[0]).toBe('Error: run 1');
	await expect.poll(() => begun).toHaveLength(3);
	end();
	expect(await failing[1]).toBe('Error: run 3');
});
