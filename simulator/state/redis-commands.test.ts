import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEntries, sortedSetMemberOf } from './redis-commands.ts';

const number = fc.oneof(
	fc.integer(),
	fc.double({ noNaN: true }),
	fc.constantFrom(0, -0, Number.MAX_SAFE_INTEGER),
);

test('a member is ordered like its numbers, and is read back', () => {
	fc.assert(
		fc.property(number, number, (at, other) => {
			const [one, two] = [at, other].map((value) =>
				sortedSetMemberOf({ at: value, rank: 1, id: 'a' }),
			);
			expect((one ?? '') < (two ?? '')).toBe(at < other);
			expect(readEntries([one], 'used')).toEqual([{ at: at === 0 ? 0 : at, rank: 1, id: 'a' }]);
		}),
	);
});
