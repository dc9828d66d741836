import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Placed } from './heap.ts';
import { createHeap } from './heap.ts';

interface Entry extends Placed {
	key: number;
}

function setup() {
	let compared = 0;
	const heap = createHeap<Entry>((one, other) => {
		compared += 1;
		return one.key < other.key;
	});
	const push = (key: number) => {
		const entry = { key, place: -1 };
		heap.push(entry);
		return entry;
	};
	return { heap, push, compared: () => compared };
}

test('gives the smallest first, whatever moves and goes in between', () => {
	const index = fc.nat(200);
	const key = fc.nat(50);
	const step = fc.oneof(
		{ weight: 4, arbitrary: fc.record({ does: fc.constant('push' as const), key }) },
		{ weight: 2, arbitrary: fc.record({ does: fc.constant('move' as const), index, key }) },
		{ weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), index }) },
		{ weight: 1, arbitrary: fc.record({ does: fc.constant('pop' as const) }) },
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
			const { heap, push } = setup();
			let model: Entry[] = [];
			for (const one of steps) {
				const entry = 'index' in one ? model[one.index] : undefined;
				if (one.does === 'push') model.push(push(one.key));
				else if (one.does === 'move' && entry) {
					entry.key = one.key;
					heap.move(entry);
				} else if (one.does === 'remove' && entry) {
					heap.remove(entry);
					model = model.filter((other) => other !== entry);
				} else if (one.does === 'pop') {
					const smallest = model.length === 0 ? undefined : Math.min(...model.map((e) => e.key));
					expect(heap.peek()?.key).toBe(smallest);
					const popped = heap.pop();
					expect(popped?.key).toBe(smallest);
					model = model.filter((other) => other !== popped);
				}
			}
			const left = Array.from(model, () => heap.pop()?.key);
			expect(left).toEqual(model.map((entry) => entry.key).sort((one, other) => one - other));
			expect(heap.pop()).toBeUndefined();
		}),
	);
});

test('a change costs a few looks, however many there are', () => {
	const { push, heap, compared } = setup();
	const entries = Array.from({ length: 20_000 }, (_, key) => push(key));
	const before = compared();
	for (const entry of entries) {
		entry.key += 20_000;
		heap.move(entry);
	}
	expect(compared() - before).toBeLessThan(40 * entries.length);
	expect(heap.peek()?.key).toBe(20_000);
});
