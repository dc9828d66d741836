/** Counts the calls that a question asks about. It gets the entries of the journal in order, each once. */
import type { JournalEntry } from '../contract/journal.ts';
import type { FieldError } from '../contract/problem.ts';
import type { Difference, VerifyAnswer, VerifyQuestion } from '../contract/verify.ts';
import type { CallOrder } from '../domain/call-order.ts';
import type { CallMatcher, HeaderNames, OpenCall } from './call-matcher.ts';
import {
	compileCallMatch,
	hasUnknownReference,
	mayHavePayment,
	referenceOfEntry,
} from './call-matcher.ts';
import { describeAnswer } from './describe.ts';
import type { Reserve } from './groups.ts';
import { createCallGroups } from './groups.ts';
import { createNearestCalls } from './nearest-calls.ts';
import type { MatchResult, PatternProblems } from './pattern.ts';
import { combineMatchResults } from './pattern.ts';

export interface VerifyTally {
	/** Entries with this id or a lower one do not count. */
	readonly since: number;
	/** Adds the next entry, and the order of its call among all calls. */
	add(entry: JournalEntry, order: CallOrder): void;
	/** Whether a call that has no entry yet may count. */
	mayCount(call: OpenCall): boolean;
	/** The same for a call that ended without an entry: it may also be one that matches `after`. */
	mayHaveCounted(call: OpenCall): boolean;
	/** Returns the number of entries after `since` that were added. */
	seen(): number;
	/** Whether the question is answered and no further call can change that. */
	isSettled(): boolean;
	/** Returns the answer. `missing` is the number of calls after `since` that were not added. */
	answer(missing: number, watch: WatchResult): VerifyAnswer;
}

export interface WatchResult {
	/** Whether the workspace is the same: false if it was reset, or if the journal no longer knows all its calls. */
	isSame: boolean;
	/** Whether the wait lasted its whole time. */
	isWatched: boolean;
	/** The number of calls that have no entry yet and may count. */
	open: number;
	/** The number of calls that ended without an entry and may count. */
	missed: number;
}

/** About what a part of a pattern takes in memory, most for a short regular expression, and each instruction of one. */
const bytesOfPart = 2_500;
const bytesOfInstruction = 250;

/**
 * Creates the tally. `path` is the question's place in the request, for error messages. `bytes` is about the memory that
 * the patterns take.
 */
export function createVerifyTally(
	question: VerifyQuestion,
	path: string,
	names: HeaderNames,
	reserve: Reserve = () => true,
): { tally: VerifyTally; errors: FieldError[]; bytes: number } {
	const problems: PatternProblems = { parts: 0, expressions: 0, errors: [] };
	const compile = (match: VerifyQuestion['match'], field: string) =>
		compileCallMatch(match, path === '' ? field : `${path}.${field}`, names, problems);
	const match = compile(question.match, 'match');
	const after = question.after && createPredecessors(compile(question.after, 'after'), reserve);
	const { unit = 'calls', per = null, resent = 'exclude', since = 0, times = 1 } = question;
	const expected = typeof times === 'number' ? { exactly: times } : times;
	const { exactly, atLeast, atMost }: VerifyAnswer['expected'] = expected;
	const min = exactly ?? atLeast ?? 0;
	const max = exactly ?? atMost ?? Number.POSITIVE_INFINITY;
	/** A payment that a re-sent call created counts too, because it moves money. */
	const countsResent = unit === 'payments' || resent === 'include';
	/**
	 * Whether a true answer stays true with more matching calls. With `per`, they may begin a reference that has too few.
	 */
	const staysTrue = max === Number.POSITIVE_INFINITY && (per === null || min <= 1);

	const groups = createCallGroups({ unit, min, max, reserve });
	const nearest = createNearestCalls();
	let seen = 0;
	/** The number of calls that may match. */
	let uncertain = 0;
	/** The number of calls whose reference or payment is one too many to keep. */
	let uncounted = 0;

	/** The conditions in addition to `match`, each with its difference. `group` is null if the call has no reference. */
	const conditionsOf = (
		entry: JournalEntry,
		order: CallOrder,
		group: string | null,
	): [MatchResult, Difference][] => [
		[countsResent || !entry.resent, { path: 'resent', expected: false, actual: true }],
		[
			unit === 'calls' || entry.transactionId !== null || (mayHavePayment(entry) ? null : false),
			{ path: 'transactionId', expected: { $exists: true } },
		],
		[
			group !== null || (hasUnknownReference(entry) ? null : false),
			{ path: 'paymentReference', expected: { $exists: true } },
		],
		[
			after === undefined || after.precedes(group, order),
			{ path: 'after', expected: question.after },
		],
	];

	const tally: VerifyTally = {
		since,
		mayCount: match.mayFit,
		mayHaveCounted: (call) => match.mayFit(call) || after?.mayFit(call) === true,
		seen: () => seen,
		add(entry, order) {
			if (entry.id <= since) return;
			seen += 1;
			const group = per === null ? '' : referenceOfEntry(entry);
			const conditions = conditionsOf(entry, order, group);
			const fit = combineMatchResults([match.fits(entry), ...conditions.map(([holds]) => holds)]);
			if (fit === false) {
				const broken = conditions.flatMap(([holds, rule]) => (holds === false ? rule : []));
				nearest.add(entry.id, [...match.differences(entry), ...broken]);
			} else if (fit === null) uncertain += 1;
			else if (!groups.add(entry, group ?? '')) uncounted += 1;
			const mayBePredecessor = group !== null || hasUnknownReference(entry);
			if (mayBePredecessor && after?.add(entry, order, group) === false) uncounted += 1;
		},
		isSettled: () => staysTrue && groups.hasEnough(),
		answer(missing, watch) {
			const hasEnough = groups.hasEnough();
			const hasExcess = groups.hasExcess();
			const isTrue = hasEnough && !hasExcess;
			const isSeen = uncertain === 0 && uncounted === 0 && missing === 0;
			const isKnown =
				isSeen && watch.open === 0 && watch.missed === 0 && watch.isSame && watch.isWatched;
			const complete = isKnown || hasExcess || (isTrue && staysTrue);
			const ok = isTrue && complete;
			const answer = {
				ok,
				complete,
				matched: groups.matched(),
				expected,
				entries: [...groups.entries],
				...(per === null || ok ? {} : { references: groups.wrong() }),
				nearest: hasEnough ? [] : nearest.list(),
			};
			return {
				...answer,
				message: describeAnswer(answer, {
					unit,
					isPerReference: per !== null,
					uncertain,
					uncounted,
					missing,
					...watch,
				}),
			};
		},
	};
	const bytes = problems.parts * bytesOfPart + problems.expressions * bytesOfInstruction;
	return { tally, errors: problems.errors, bytes };
}

/** Knows for each group whether a call matched `after`. The group of a call is null if it is not known. */
interface Predecessors {
	/**
	 * Whether a call matched, and had its response before this one arrived; null if one may have. A call that was sent
	 * before is not after it, although its response may be.
	 */
	precedes(group: string | null, order: CallOrder): MatchResult;
	/** Adds a call. Returns false if there are too many groups to distinguish another one. */
	add(entry: JournalEntry, order: CallOrder, group: string | null): boolean;
	/** Whether a call without an entry may have matched. */
	mayFit(call: OpenCall): boolean;
}

const maxGroups = 100_000;

/** The orders of the first call that matched, and of the first one that may have. */
interface FirstCalls {
	matched?: CallOrder;
	mayHave?: CallOrder;
}

function createPredecessors(match: CallMatcher, reserve: Reserve): Predecessors {
	const firsts = new Map<string, FirstCalls>();
	/** The first call that may have matched, of each group at once: that of any, and that of one that is not known. */
	let ofAny: CallOrder | undefined;
	let ofUnknown: CallOrder | undefined;
	const isBefore = (first: CallOrder | undefined, { arrived }: CallOrder) =>
		first !== undefined && first.answered < arrived;
	return {
		mayFit: match.mayFit,
		precedes(group, order) {
			if (group === null) return isBefore(ofAny, order) ? null : false;
			const { matched, mayHave } = firsts.get(group) ?? {};
			if (isBefore(matched, order)) return true;
			return isBefore(mayHave, order) || isBefore(ofUnknown, order) ? null : false;
		},
		add(entry, order, group) {
			const known = group === null ? undefined : firsts.get(group);
			if (known?.matched) return true;
			const fit = match.fits(entry);
			if (fit === false) return true;
			ofAny ??= order;
			if (group === null) {
				ofUnknown ??= order;
				return true;
			}
			if (!known && (firsts.size >= maxGroups || !reserve(group))) return false;
			const first = known ?? {};
			if (fit) first.matched = order;
			else first.mayHave ??= order;
			firsts.set(group, first);
			return true;
		},
	};
}
