import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob } from '../contract/glob.ts';
import type { JournalEntry } from '../contract/journal.ts';
import type { VerifyQuestion } from '../contract/verify.ts';
import { maskCards } from '../domain/card.ts';
import { maskCardData } from '../domain/card-data.ts';
import type { VerifyTally } from './tally.ts';
import { createVerifyTally } from './tally.ts';

const names = { authorization: 'authorization', idempotencyKey: 'idempotency-key', recorded: [] };
const whole = { isSame: true, isWatched: true, open: 0, missed: 0 };

const entry = (id: number, changes: Partial<JournalEntry> = {}) =>
	({
		id,
		endpoint: 'paymentOptions',
		transactionId: 't',
		resent: false,
		...changes,
	}) as JournalEntry;

/** Adds a call that came after the responses to all calls with lower ids. */
function addTo(tally: VerifyTally, one: JournalEntry): void {
	tally.add(one, { arrived: 2 * one.id, answered: 2 * one.id + 1 });
}

function answerTo(question: VerifyQuestion, entries: readonly JournalEntry[]) {
	const { tally } = createVerifyTally(question, '', names);
	for (const one of entries) addTo(tally, one);
	return tally.answer(0, whole);
}

test('a call that the HTTP library of the client sent again counts only on request', () => {
	const entries = [entry(1), entry(2, { resent: true })];
	expect(answerTo({ match: {} }, entries)).toMatchObject({ ok: true, entries: [1] });
	expect(answerTo({ match: {}, resent: 'exclude' }, entries)).toMatchObject({ ok: true });
	expect(answerTo({ match: {}, resent: 'include' }, entries)).toMatchObject({ entries: [1, 2] });
	expect(answerTo({ match: {}, times: 2 }, entries).nearest).toEqual([
		{ entry: 2, differences: [{ path: 'resent', expected: false, actual: true }] },
	]);
});

test('a payment that the HTTP library of the client created by sending again is one more payment', () => {
	const entries = [entry(1), entry(2, { resent: true, transactionId: 'u' })];
	for (const resent of [undefined, 'exclude', 'include'] as const) {
		const question = { match: {}, unit: 'payments', ...(resent && { resent }) } as const;
		expect(answerTo(question, entries)).toMatchObject({ ok: false, matched: 2, entries: [1, 2] });
	}
});

test('too few and too many calls of a reference are found after each call', () => {
	const references = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
	fc.assert(
		fc.property(references, fc.nat(3), (sent, times) => {
			const { tally } = createVerifyTally({ match: {}, per: 'paymentReference', times }, '', names);
			for (const [index, paymentReference] of sent.entries()) {
				addTo(tally, entry(index + 1, { paymentReference }));
				const soFar = sent.slice(0, index + 1);
				const countOf = (name: string) => soFar.filter((one) => one === name).length;
				const isTrue = soFar.every((name) => countOf(name) === times);
				expect(tally.answer(0, whole).ok).toBe(isTrue);
			}
		}),
	);
});

test('a call is after another one only if it arrived after the response of that one', () => {
	const after = { endpoint: 'paymentSuboptions' } as const;
	const answerWith = (arrived: number, ...earlier: [number, Partial<JournalEntry>][]) => {
		const { tally } = createVerifyTally({ match: { endpoint: 'hybridPayment' }, after }, '', names);
		const answers = earlier.map(([answered, changes], index) => {
			tally.add(entry(index + 1, changes), { arrived: 0, answered });
			return answered;
		});
		const id = answers.length + 1;
		tally.add(entry(id, { endpoint: 'hybridPayment' }), { arrived, answered: 100 });
		const { ok, complete } = tally.answer(0, whole);
		return { ok, complete };
	};
	const suboptions = { endpoint: 'paymentSuboptions' } as const;
	expect(answerWith(5, [4, suboptions])).toEqual({ ok: true, complete: true });
	expect(answerWith(3, [4, suboptions])).toEqual({ ok: false, complete: true });
	expect(answerWith(5, [4, suboptions], [8, suboptions])).toEqual({ ok: true, complete: true });
	expect(answerWith(3, [4, suboptions], [8, suboptions])).toEqual({ ok: false, complete: true });
});

test('a call without an entry makes each answer uncertain that it could change', () => {
	const answerWith = (times: VerifyQuestion['times'], open: number) => {
		const { tally } = createVerifyTally({ match: {}, times }, '', names);
		addTo(tally, entry(1));
		return tally.answer(0, { ...whole, open });
	};
	for (const times of [1, 2, { atLeast: 2 }, { atMost: 1 }] as const) {
		const answer = answerWith(times, 1);
		expect(answer).toMatchObject({ ok: false, complete: false });
		expect(answer.message).toContain('1 call has no response yet');
		expect(answerWith(times, 0)).toMatchObject({ complete: true });
	}
	expect(answerWith({ atLeast: 1 }, 1)).toMatchObject({ ok: true, complete: true });
	expect(answerWith(0, 1)).toMatchObject({ ok: false, complete: true });
});

test('a call without an entry may count unless its endpoint or its payment is another one', () => {
	const decided = { endpoint: 'hybridPayment', transactionId: 't', paymentReference: 'a' } as const;
	const undecided = { ...decided, transactionId: null, paymentReference: null };
	const mayCount = (match: VerifyQuestion['match']) => {
		const { tally } = createVerifyTally({ match }, '', names);
		return [tally.mayCount(decided), tally.mayCount(undecided)];
	};
	expect(mayCount({ reference: 'a', status: 200, body: { x: 1 } })).toEqual([true, true]);
	expect(mayCount({ reference: 'b' })).toEqual([false, true]);
	expect(mayCount({ transactionId: 'u' })).toEqual([false, true]);
	expect(mayCount({ endpoint: 'paymentOptions' })).toEqual([false, false]);
});

test('of a long value only the beginning is masked and shown, also of a number at its end', () => {
	const differs = (actual: unknown) => {
		const request = { extra: actual };
		const { nearest } = answerTo({ match: { body: { extra: 'x' } } }, [entry(1, { request })]);
		return nearest[0]?.differences[0]?.actual;
	};
	expect(differs('1.'.repeat(10_000_000))).toBe(`"${'1.'.repeat(149)}1…`);
	const number = '5425233430109903';
	expect(differs(`${'x'.repeat(285)} ${number}`)).toBe(`"${'x'.repeat(285)} 542523******9…`);
	expect(differs({ a: ['x'.repeat(270), number, 'y'.repeat(5_000)] })).toBe(
		`{"a":["${'x'.repeat(270)}","{number}","${'y'.repeat(9)}…`,
	);
	expect(differs({ cvv: '737', list: ['y'.repeat(5_000)] })).toContain('{"cvv":"…","list":["yyy');
	expect(differs([5, null, true])).toEqual([5, null, true]);
});

test('the nearest calls are those of the endpoint with the fewest differences, the latest first', () => {
	const match = { endpoint: 'paymentOptions', status: 200, transactionId: 't' } as const;
	const entries = [
		entry(1, { status: 200, endpoint: 'cashier' }),
		entry(2, { status: 400, transactionId: 'u' }),
		entry(3, { status: 400 }),
		entry(4, { status: 500 }),
		entry(5, { status: 500, transactionId: null }),
	];
	const { nearest } = answerTo({ match }, entries);
	expect(nearest.map((one) => one.entry)).toEqual([4, 3, 5]);
});

test('beyond 100,000 references an answer is uncertain', () => {
	const { tally } = createVerifyTally(
		{ match: {}, per: 'paymentReference', times: { atMost: 1 } },
		'',
		names,
	);
	for (let id = 1; id <= 100_000; id += 1)
		addTo(tally, entry(id, { paymentReference: `order-${id}` }));
	expect(tally.answer(0, whole)).toMatchObject({ ok: true, matched: 100_000 });
	addTo(tally, entry(100_001, { paymentReference: 'another' }));
	const answer = tally.answer(0, whole);
	expect(answer).toMatchObject({ ok: false, complete: false });
	expect(answer.entries).toHaveLength(1_000);
});

test('without memory for another reference or payment an answer is uncertain', () => {
	const question = { match: {}, per: 'paymentReference', unit: 'payments', times: 1 } as const;
	const answerWith = (places: number) => {
		let left = places;
		const reserve = () => {
			left -= 1;
			return left >= 0;
		};
		const { tally } = createVerifyTally(question, '', names, reserve);
		for (const id of [1, 2, 3, 4]) {
			// Two calls of each payment.
			const name = `order-${id % 2}`;
			addTo(tally, entry(id, { paymentReference: name, transactionId: name }));
		}
		return tally.answer(0, whole);
	};
	expect(answerWith(4)).toMatchObject({ ok: true, matched: 2, entries: [1, 2, 3, 4] });
	for (const places of [0, 1, 2, 3]) {
		expect(answerWith(places)).toMatchObject({ ok: false, complete: false });
	}
});

test.each<[string, boolean | null]>([
	['order-4242424242424242', true],
	['order-424242\\*\\*\\*\\*\\*\\*4242', true],
	['order-*', true],
	['*', true],
	['order-4242-4242-4242-4242', true],
	['order-4242????????4242', null],
	['order-42424242*', null],
	['order-4242-*', null],
	['*4242', null],
	['order-424242\\*?*', null],
	['orders-*', false],
	['order-4242424242424242-1', false],
	['order-424242', false],
])('whether the reference %j is one with a masked card number: %j', (reference, isFound) => {
	const masked = entry(1, { paymentReference: 'order-424242******4242' });
	const answer = answerTo({ match: { reference }, times: isFound === true ? 1 : 0 }, [masked]);
	expect(answer).toMatchObject({ ok: isFound !== null, complete: isFound !== null });
});

test('a masked reference never makes an answer wrong', () => {
	const piece = fc.constantFrom('4242424242424242', '4242-4242-4242-4242', 'cvv=12', '-', '7', 'a');
	// An empty reference is none.
	const text = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
	/** A part of a reference, with wildcards around it. */
	const globOf = (sent: string) =>
		fc
			.tuple(fc.nat(sent.length), fc.nat(sent.length), fc.constantFrom('*', '?', ''), fc.boolean())
			.map(([from, to, wildcard, isInside]) =>
				isInside
					? sent.slice(0, from) + wildcard + sent.slice(to)
					: wildcard + sent.slice(from, to) + wildcard,
			);
	const pair = text.chain((sent) => fc.tuple(fc.constant(sent), fc.oneof(globOf(sent), text)));
	let unknown = 0;
	fc.assert(
		fc.property(pair, ([sent, reference]) => {
			// A call that created no payment has the reference in its body, where security codes are masked too.
			const request = JSON.parse(maskCardData(JSON.stringify({ paymentReference: sent })));
			const call = entry(1, { paymentReference: null, request });
			const { complete, matched } = answerTo({ match: { reference }, times: 1 }, [call]);
			unknown += Number(!complete);
			const isSame = compileGlob(reference)(sent) || maskCards(reference) === maskCards(sent);
			if (complete) expect(matched).toBe(Number(isSame));
		}),
		{ numRuns: 5_000 },
	);
	expect(unknown).toBeGreaterThan(100);
});

test('a reference that only looks like a masked one is another', () => {
	const [one, other] = [entry(1, { paymentReference: '424242abc4242' }), '4242424242424242'];
	expect(answerTo({ match: { reference: other }, times: 0 }, [one])).toMatchObject({ ok: true });
});
