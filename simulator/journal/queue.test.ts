import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

/** As texts: an assertion for each of many thousand items takes long. */
const expectSame = (actual: readonly unknown[], expected: readonly number[]) =>
	expect(actual.join()).toBe(expected.join());

test('items are removed in the order in which they were added', () => {
	const commands = fc.array(fc.oneof(fc.nat(2000), fc.constant('shift' as const)), {
		maxLength: 30,
	});
	fc.assert(
		fc.property(commands, (given) => {
			const queue = createQueue<number>();
			let kept: number[] = [];
			let next = 0;
			for (const command of given) {
				if (command === 'shift') {
					expect(queue.shift()).toBe(kept[0]);
					kept = kept.slice(1);
					continue;
				}
				for (let count = 0; count < command; count += 1) {
					queue.push(next);
					kept.push(next);
					next += 1;
				}
				// Remove items too, so that the front moves.
				const half = Math.ceil(command / 2);
				const removed = Array.from({ length: half }, () => queue.shift());
				expectSame(removed, kept.slice(0, half));
				kept = kept.slice(half);
			}
			expectSame([...queue.newestFirst()], [...kept].reverse());
			expect(queue.size()).toBe(kept.length);
			const middle = kept[kept.length >> 1] ?? 0;
			const older = kept.filter((item) => item < middle).reverse();
			expectSame([...queue.newestFirst(older.length)], older);
			expectSame(
				kept.map((_, index) => queue.at(index)),
				kept,
			);
			expect(queue.at(kept.length)).toBeUndefined();
		}),
	);
});
