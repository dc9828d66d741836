import fc from 'fast-check';
import { expect, test } from 'vitest';
import { campaign } from '../../test/support/campaign.ts';
import type { IndexEntry } from './backend.ts';
import { createSortedList } from './sorted-list.ts';

const compare = (one: IndexEntry, other: IndexEntry) =>
	one.at - other.at ||
	one.rank - other.rank ||
	(one.id < other.id ? -1 : Number(one.id > other.id));

const entry = fc.record({
	at: fc.integer({ min: -3, max: 30 }),
	rank: fc.nat(4),
	id: fc.constantFrom('', 'a', 'b'),
});
/** Runs of entries fill several chunks. */
const run = fc.record({ from: fc.nat(40), count: fc.integer({ min: 1, max: 400 }) });
const bound = fc.record(
	{ at: fc.integer({ min: -4, max: 45 }), rank: fc.nat(5) },
	{ requiredKeys: ['at'] },
);
const step = fc.oneof(
	fc.record({ does: fc.constant('add' as const), entry }),
	fc.record({ does: fc.constant('remove' as const), entry }),
	fc.record({ does: fc.constant('addRun' as const), run }),
	fc.record({ does: fc.constant('removeRun' as const), run }),
	fc.record({
		does: fc.constant('read' as const),
		range: fc.record(
			{ from: bound, to: bound, limit: fc.nat(2_000), isReverse: fc.boolean() },
			{ requiredKeys: ['limit'] },
		),
	}),
);

const entriesOf = ({ from, count }: { from: number; count: number }): IndexEntry[] =>
	Array.from({ length: count }, (_, index) => ({ at: from, rank: 10 + index, id: 'run' }));

test('it has the same entries as a sorted array', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
			const list = createSortedList();
			let model: IndexEntry[] = [];
			const has = (one: IndexEntry) => model.some((other) => compare(one, other) === 0);
			const add = (one: IndexEntry) => {
				expect(list.add(one)).toBe(!has(one));
				if (!has(one)) model.push(one);
			};
			const remove = (one: IndexEntry) => {
				expect(list.remove(one)).toBe(has(one));
				model = model.filter((other) => compare(one, other) !== 0);
			};
			for (const one of steps) {
				if (one.does === 'add') add(one.entry);
				else if (one.does === 'remove') remove(one.entry);
				else if (one.does === 'addRun') entriesOf(one.run).forEach(add);
				else if (one.does === 'removeRun') entriesOf(one.run).forEach(remove);
				else {
					const { from, to, limit, isReverse = false } = one.range;
					const within = model
						.filter(
							({ at, rank }) =>
								(!from || at > from.at || (at === from.at && rank >= (from.rank ?? rank))) &&
								(!to || at < to.at || (at === to.at && rank <= (to.rank ?? rank))),
						)
						.sort(compare);
					const span = { ...(from && { from }), ...(to && { to }) };
					expect(list.count(span)).toBe(within.length);
					if (isReverse) within.reverse();
					expect(list.entries({ ...span, limit, isReverse })).toEqual(within.slice(0, limit));
				}
			}
			expect(list.isEmpty()).toBe(model.length === 0);
		}),
		{ numRuns: campaign({ sample: 10, full: 100 }) },
	);
});

const most = campaign({ sample: 100_000, full: 1_000_000 });

test(`${most} entries are added, found and removed in any order`, () => {
	const list = createSortedList();
	// A step that shares no divisor with the number of entries reaches all of them.
	const at = (index: number) => (index * 7_919) % most;
	for (let index = 0; index < most; index += 1) list.add({ at: at(index), rank: 0, id: 'x' });
	expect(list.count({})).toBe(most);
	const middle = list.entries({ from: { at: most / 2 }, limit: 2 });
	expect(middle.map(({ at }) => at)).toEqual([most / 2, most / 2 + 1]);
	for (let index = 0; index < most; index += 1) list.remove({ at: at(index), rank: 0, id: 'x' });
	expect(list.isEmpty()).toBe(true);
});
