import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePatch, undoPatch } from '../contract/merge-patch.ts';
import { settingsSchema } from '../contract/settings.ts';
import type { ProfileName } from './profiles.ts';
import { profileNames, profiles } from './profiles.ts';
import type { SettingsPatch, SettingsRecord } from './settings.ts';
import { changeSettings, processingLaw, settingsOf } from './settings.ts';

/** The settings after these changes; an invalid change fails the test. */
function setup(profile: ProfileName, ...patches: SettingsPatch[]): SettingsRecord {
	return patches.reduce<SettingsRecord>((record, patch) => {
		const change = changeSettings(record, patch);
		if (!change.ok) throw new Error(JSON.stringify(change.issues));
		return change.record;
	}, settingsOf(profile));
}

const bank = {
	optionName: 'PSE',
	kind: 'bank',
	suboptionId: 'co-pse-01',
	methodLaw: 'never',
} as const;
const card = { optionName: 'Card', kind: 'card', suboptionId: null, methodLaw: 'never' } as const;

test.each(profileNames)('profile %s is valid', (profile) => {
	const { settings } = profiles[profile];
	expect(settingsSchema.parse(settings)).toEqual(settings);
	expect(setup(profile, {}).inForce).toEqual(settings);
});

test('the defaults: 30 minutes for a session, three attempts, 250 000 payments', () => {
	const { session, cashier, limits, defaultOutcome } = setup('sandbox').inForce;
	expect(session.ttl).toBe('30m');
	expect(cashier.maxAttempts).toBe(3);
	expect(limits.maxPayments).toBe(250_000);
	expect(defaultOutcome).toBe('APPROVE');
});

test('changes add up, and null restores the default of the profile', () => {
	const changed = setup(
		'sandbox',
		{ processing: { default: 'never' }, cashier: { maxAttempts: 1 } },
		{ defaultOutcome: { DECLINE: 1 } },
	);
	expect(changed.inForce.processing.default).toBe('never');
	expect(changed.inForce.cashier).toMatchObject({ maxAttempts: 1, poll: '3s' });
	const restored = changeSettings(changed, { processing: { default: null }, cashier: null });
	expect(restored.ok && restored.record.inForce).toEqual({
		...profiles.sandbox.settings,
		defaultOutcome: { DECLINE: 1 },
	});
});

test.each([
	['an unknown key', { nonsense: 1 }, []],
	['an unknown key restored', { nonsense: null }, []],
	['a misspelt key restored', { processing: { crad: null } }, ['processing']],
	['a prototype', JSON.parse('{"__proto__": {"processing": {"default": "none"}}}'), []],
	['a wrong law', { processing: { default: { fixed: -1 } } }, ['processing', 'default']],
	['a wrong bank law', { processing: { banks: { a: 5 } } }, ['processing', 'banks', 'a']],
	['a latency that never ends', { latency: { default: 'never' } }, ['latency', 'default']],
	['no weight', { defaultOutcome: { APPROVE: 0 } }, ['defaultOutcome']],
	['an unknown outcome', { defaultOutcome: 'PERHAPS' }, ['defaultOutcome']],
	['no attempts', { cashier: { maxAttempts: 0 } }, ['cashier', 'maxAttempts']],
	['a branch that is none', { processing: 5 }, ['processing']],
	['a list for a branch', { cashier: [] }, ['cashier']],
])('%s is reported with its path, and the change has no effect', (_name, wrong, path) => {
	const before = setup('sandbox', { cashier: { maxAttempts: 2 } });
	const untouched = structuredClone(before);
	const change = changeSettings(before, { ...wrong, http: { simHeaders: 'off' } });
	expect(change.ok).toBe(false);
	if (!change.ok) expect(change.issues[0]?.path).toEqual(path);
	expect(before).toEqual(untouched);
});

test('null is valid for an option or bank without a law of its own', () => {
	const patch = { processing: { options: { PSE: null }, banks: { 'co-pse-01': null } } };
	expect(setup('sandbox', patch).inForce).toEqual(profiles.sandbox.settings);
});

test('without settings of the user the profile decides', () => {
	expect(processingLaw(setup('sandbox'), bank)).toEqual({ fixed: '5s' });
	expect(processingLaw(setup('instant'), bank)).toBe('none');
});

test("the user's default overrides the profile", () => {
	const record = setup('sandbox', { processing: { default: { fixed: 1 } } });
	expect(processingLaw(record, bank)).toEqual({ fixed: 1 });
	expect(processingLaw(record, card)).toEqual({ fixed: 1 });
});

const byDefault = { default: { fixed: 1 } };
const byKind = { ...byDefault, bank: { fixed: 2 } };
const byOption = { ...byKind, options: { PSE: { fixed: 3 } } };
const byBank = { ...byOption, banks: { 'co-pse-01': { fixed: 4 } } };

test.each([
	['default', byDefault, 1],
	['kind', byKind, 2],
	['option', byOption, 3],
	['bank', byBank, 4],
])('the most specific law wins: %s', (_name, processing, fixed) => {
	const record = setup('sandbox', { processing });
	expect(processingLaw(record, bank)).toEqual({ fixed });
	expect(processingLaw(record, card)).toEqual({ fixed: 1 });
});

test('a kind without a key of its own has the default law', () => {
	const settings = setup('sandbox', {
		processing: { default: { fixed: 7 }, card: 'none', bank: 'never' },
	});
	for (const kind of ['code', 'qr', 'reference'] as const) {
		expect(
			processingLaw(settings, { ...bank, kind, suboptionId: null, methodLaw: 'never' }),
		).toEqual({ fixed: 7 });
	}
});

test('the law of another bank, option or kind has no effect', () => {
	const processing = {
		card: 'never',
		options: { 'Bank transfer': 'never' },
		banks: { 'co-pse-02': 'never' },
	};
	expect(processingLaw(setup('sandbox', { processing }), bank)).toEqual({ fixed: '5s' });
});

test('a later value replaces an earlier one and keeps its neighbours', () => {
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
])('%s is a leaf, replaced as a whole', (_name, earlier, leaf, path) => {
	const names = path.split('.');
	const patch = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), leaf);
	const merged = mergePatch(earlier, patch as Record<string, unknown>);
	const found = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], merged);
	expect(found).toEqual(leaf);
});

test('a value that is not an object replaces a branch, so that the schema rejects it', () => {
	expect(mergePatch({ cashier: { poll: '1s' } }, { cashier: 5 })).toEqual({ cashier: 5 });
	expect(mergePatch({ cashier: 5 }, { cashier: { poll: '1s' } })).toEqual({
		cashier: { poll: '1s' },
	});
});

test('a merge changes neither of its arguments', () => {
	const earlier = Object.freeze({ cashier: Object.freeze({ poll: '1s' }) });
	const later = Object.freeze({ cashier: Object.freeze({ poll: null, maxAttempts: 1 }) });
	expect(mergePatch(earlier, later)).toEqual({ cashier: { maxAttempts: 1 } });
	const before = structuredClone(profiles.sandbox.settings);
	mergePatch(profiles.sandbox.settings, {
		processing: { default: 'none', options: { PSE: 'never' } },
	});
	expect(profiles.sandbox.settings).toEqual(before);
});

test('a key __proto__ stays a key and does not become a prototype', () => {
	const hostile = JSON.parse('{"__proto__": {"defaultOutcome": "HOLD"}}');
	const merged = mergePatch({}, hostile);
	expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
	expect(merged.defaultOutcome).toBeUndefined();
	expect(Object.keys(merged)).toEqual(['__proto__']);
});

const key = fc.constantFrom(
	...['latency', 'processing', 'options', 'banks', 'cashier', 'default', 'x'],
	...['return', 'append'],
);
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

test('a change and its undo leave what was there before', () => {
	fc.assert(
		fc.property(patch, patch, (earlier, change) => {
			const before = mergePatch({}, earlier);
			expect(mergePatch(mergePatch(before, change), undoPatch(before, change))).toEqual(before);
		}),
	);
	const before = { processing: { default: { fixed: '3s' }, card: 'none' } };
	const change = { processing: { default: { uniform: ['1s', '2s'] }, bank: 'none' } };
	expect(undoPatch(before, change)).toEqual({
		processing: { default: { fixed: '3s' }, bank: null },
	});
});
