import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

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
				for (let count = 0; count < command / 2; count += 1) {
					expect(queue.shift()).toBe(kept[count]);
				}
				kept = kept.slice(Math.ceil(command / 2));
			}
			expect([...queue.newestFirst()]).toEqual([...kept].reverse());
			expect(queue.size()).toBe(kept.length);
			const middle = kept[kept.length >> 1] ?? 0;
			const older = kept.filter((item) => item < middle).reverse();
			expect([...queue.newestFirst(older.length)]).toEqual(older);
			expect(kept.map((_, index) => queue.at(index))).toEqual(kept);
			expect(queue.at(kept.length)).toBeUndefined();
		}),
	);
});
