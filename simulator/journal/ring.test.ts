import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRing } from './ring.ts';

test('keeps what came last, in order, whatever came and went', () => {
	const commands = fc.array(fc.oneof(fc.nat(2000), fc.constant('shift' as const)), {
		maxLength: 30,
	});
	fc.assert(
		fc.property(commands, (given) => {
			const ring = createRing<number>();
			let kept: number[] = [];
			let next = 0;
			for (const command of given) {
				if (command === 'shift') {
					expect(ring.shift()).toBe(kept[0]);
					kept = kept.slice(1);
					continue;
				}
				for (let count = 0; count < command; count += 1) {
					ring.push(next);
					kept.push(next);
					next += 1;
				}
				// More goes than comes, so that the front moves.
				for (let count = 0; count < command / 2; count += 1) {
					expect(ring.shift()).toBe(kept[count]);
				}
				kept = kept.slice(Math.ceil(command / 2));
			}
			expect([...ring.newestFirst()]).toEqual([...kept].reverse());
			expect(ring.size()).toBe(kept.length);
		}),
	);
});
