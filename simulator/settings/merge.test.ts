import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch, mergePatch } from './merge.ts';
import { profiles } from './profiles.ts';

test('a later value replaces an earlier one and leaves its neighbours', () => {
	const earlier = { cashier: { maxAttempts: 5, poll: '1s' }, defaultOutcome: 'HOLD' };
	expect(mergePatch(earlier, { cashier: { maxAttempts: 2 } })).toEqual({
		cashier: { maxAttempts: 2, poll: '1s' },
		defaultOutcome: 'HOLD',
	});
});

test('null removes what was set, at any depth, also where nothing was set', () => {
	const earlier = { processing: { card: 'none', options: { PSE: { fixed: 1 } } } };
	expect(mergePatch(earlier, { processing: { card: null } })).toEqual({
		processing: { options: { PSE: { fixed: 1 } } },
	});
	expect(mergePatch(earlier, { processing: { options: { PSE: null } } })).toEqual({
		processing: { card: 'none', options: {} },
	});
	expect(mergePatch(earlier, { processing: null })).toEqual({});
	expect(mergePatch({}, { processing: { card: null } })).toEqual({ processing: {} });
});

test.each([
	[
		'a law',
		{ processing: { default: { fixed: '5s' } } },
		{ uniform: [1, 2] },
		'processing.default',
	],
	['a latency', { latency: { cashier: { fixed: 5 } } }, { uniform: [1, 2] }, 'latency.cashier'],
	['a bank', { processing: { banks: { a: { fixed: 5 } } } }, 'never', 'processing.banks.a'],
	['weights', { defaultOutcome: { APPROVE: 0.9, HOLD: 0.1 } }, { DECLINE: 1 }, 'defaultOutcome'],
	['a list', { anything: [1, 2, 3] }, [4], 'anything'],
])('%s is a leaf, replaced whole', (_name, earlier, leaf, path) => {
	const names = path.split('.');
	const patch = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), leaf);
	const merged = mergePatch(earlier, patch as Record<string, unknown>);
	const found = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], merged);
	expect(found).toEqual(leaf);
});

test('a value that is no object takes the place of a branch, for the schema to judge', () => {
	expect(mergePatch({ cashier: { poll: '1s' } }, { cashier: 5 })).toEqual({ cashier: 5 });
	expect(mergePatch({ cashier: 5 }, { cashier: { poll: '1s' } })).toEqual({
		cashier: { poll: '1s' },
	});
});

test('neither side of a merge is changed', () => {
	const earlier = Object.freeze({ cashier: Object.freeze({ poll: '1s' }) });
	const later = Object.freeze({ cashier: Object.freeze({ poll: null, maxAttempts: 1 }) });
	expect(mergePatch(earlier, later)).toEqual({ cashier: { maxAttempts: 1 } });
	const before = structuredClone(profiles.sandbox.settings);
	applyPatch(profiles.sandbox.settings, {
		processing: { default: 'none', options: { PSE: 'never' } },
	});
	expect(profiles.sandbox.settings).toEqual(before);
});

test('a key called __proto__ stays a key and becomes no prototype', () => {
	const hostile = JSON.parse('{"__proto__": {"defaultOutcome": "HOLD"}}');
	const merged = mergePatch({}, hostile);
	expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
	expect(merged.defaultOutcome).toBeUndefined();
	expect(Object.keys(merged)).toEqual(['__proto__']);
});

const key = fc.constantFrom('latency', 'processing', 'options', 'banks', 'cashier', 'default', 'x');
const { tree: patch } = fc.letrec<{ tree: Record<string, unknown>; value: unknown }>((tie) => ({
	tree: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
	value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, 1, 'none'), tie('tree')),
}));

test('merging the same patch twice is the same as once, and no branch keeps a null', () => {
	fc.assert(
		fc.property(patch, patch, (earlier, later) => {
			const clean = mergePatch({}, earlier);
			const once = mergePatch(clean, later);
			expect(mergePatch(once, later)).toEqual(once);
			expect(Object.values(once)).not.toContain(null);
		}),
	);
});
