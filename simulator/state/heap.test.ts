import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHeap } from './heap.ts';

interface Entry {
	key: number;
	isStale: boolean;
}

function setup() {
	let asked = 0;
	const heap = createHeap<Entry>({
		before: (one, other) => one.key < other.key,
		isStale: (entry) => {
			asked += 1;
			return entry.isStale;
		},
	});
	return { heap, asked: () => asked };
}

test('gives the smallest first, whatever goes stale in between', () => {
	const step = fc.oneof(
		{ weight: 3, arbitrary: fc.nat(50).map((key) => ({ push: key })) },
		{ weight: 1, arbitrary: fc.nat(200).map((index) => ({ spoil: index })) },
		{ weight: 1, arbitrary: fc.constant({ pop: true }) },
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
			const { heap } = setup();
			let model: Entry[] = [];
			for (const one of steps) {
				if ('push' in one) {
					const entry = { key: one.push, isStale: false };
					model.push(entry);
					heap.push(entry);
				} else if ('spoil' in one) {
					const entry = model[one.spoil];
					if (entry) entry.isStale = true;
				} else {
					model = model.filter(({ isStale }) => !isStale);
					const smallest = model.length === 0 ? undefined : Math.min(...model.map((e) => e.key));
					expect(heap.peek()?.key).toBe(smallest);
					const popped = heap.pop();
					expect(popped?.key).toBe(smallest);
					model = model.filter((entry) => entry !== popped);
				}
			}
		}),
	);
});

test('looks at each entry a few times only, however many went stale', () => {
	const { heap, asked } = setup();
	const entries = Array.from({ length: 20_000 }, (_, key) => ({ key, isStale: false }));
	for (const entry of entries) {
		heap.push(entry);
		entry.isStale = entry.key % 100 !== 0;
	}
	expect(asked()).toBeLessThan(4 * entries.length);
	expect(heap.peek()?.key).toBe(0);
});
