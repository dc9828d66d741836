/** Compares a journal entry with the `match` of a verification question. */
import { longestReference } from '../contract/glob.ts';
import type { JournalEntry } from '../contract/journal.ts';
import { isObject } from '../contract/json.ts';
import { isSecretHeader, redactedText } from '../contract/redacted.ts';
import type { CallMatch, Difference } from '../contract/verify.ts';
import { maskedCardPattern } from '../domain/card.ts';
import { isMasked, mayBeShownAs } from '../domain/card-data.ts';
import { compileReference, sentReference } from '../domain/reference.ts';
import type { MatchResult, PatternProblems, ValueMatcher } from './pattern.ts';
import {
	combineMatchResults,
	compilePattern,
	createValueMatcher,
	maxDifferences,
	pathTo,
} from './pattern.ts';

/** The names of the special headers in the settings of the workspace, in lower case. */
export interface HeaderNames {
	/** The headers for credentials and for the idempotency key: the journal knows only whether they were sent. */
	authorization: string;
	idempotencyKey: string;
	/** The headers that the setting `journal.headers` lists. */
	recorded: readonly string[];
}

/** What is known of a call that has no journal entry yet. */
export type OpenCall = Pick<JournalEntry, 'endpoint' | 'transactionId' | 'paymentReference'>;

export interface CallMatcher {
	fits(entry: JournalEntry): MatchResult;
	/** Whether the entry of the call may match, once there is one. */
	mayFit(call: OpenCall): boolean;
	differences(entry: JournalEntry): Difference[];
}

/** One condition of the match, with the value of the entry that it compares. */
interface Condition {
	path: string;
	matcher: ValueMatcher;
	read(entry: JournalEntry): unknown;
	/** Reads the value from a call without an entry; undefined if it is not known yet. */
	readOpen(call: OpenCall): unknown;
}

/** Compiles a match. `path` is its place in the request, for error messages. */
export function compileCallMatch(
	match: CallMatch,
	path: string,
	names: HeaderNames,
	problems: PatternProblems,
): CallMatcher {
	const conditions = conditionsOf(match, path, names, problems);
	return {
		fits: (entry) =>
			combineMatchResults(conditions.map((one) => one.matcher.fits(one.read(entry)))),
		mayFit: (call) =>
			conditions.every(({ matcher, readOpen }) => {
				const known = readOpen(call);
				return known === undefined || matcher.fits(known) !== false;
			}),
		differences(entry) {
			const found: Difference[] = [];
			for (const { path: part, matcher: expected, read } of conditions) {
				if (found.length >= maxDifferences) break;
				const actual = read(entry);
				if (expected.fits(actual) === false) expected.explain(actual, part, found);
			}
			return found;
		},
	};
}

function conditionsOf(
	match: CallMatch,
	path: string,
	names: HeaderNames,
	problems: PatternProblems,
): Condition[] {
	const { endpoint, status, reference, transactionId, header = {} } = match;
	const conditions: Condition[] = [];
	const add = (
		part: string,
		expected: ValueMatcher,
		read: Condition['read'],
		readOpen: Condition['readOpen'] = () => undefined,
	) => {
		conditions.push({ path: part, matcher: expected, read, readOpen });
	};
	const compile = (part: string, pattern: unknown) =>
		compilePattern(pattern, pathTo(path, part), problems);
	if (endpoint !== undefined) {
		const accepted: readonly unknown[] = [endpoint].flat();
		const expected = createValueMatcher(endpoint, (actual) => accepted.includes(actual));
		const read = ({ endpoint: actual }: OpenCall) => actual;
		add('endpoint', expected, read, read);
	}
	if (status !== undefined) {
		if (isObject(status) && !Object.keys(status).some((name) => name.startsWith('$'))) {
			problems.errors.push({
				param: `${path}.status`,
				detail: `${path}.status must be a status such as 200, or a comparison.`,
				fix: 'Send, for example, {"$gte": 400}.',
			});
		}
		add('status', compile('status', status), (entry) => (entry.gone ? 0 : entry.status));
	}
	if (reference !== undefined) {
		const expected = referenceMatcher(reference);
		const read = (entry: JournalEntry) =>
			hasUnknownReference(entry) ? unknown : referenceOfEntry(entry);
		add('reference', orUnknown(expected), read, ofKnownPayment('paymentReference'));
	}
	if (transactionId !== undefined) {
		const expected = createValueMatcher(transactionId, (actual) => actual === transactionId);
		const readOpen = ofKnownPayment('transactionId');
		const read = (entry: JournalEntry) => (mayHavePayment(entry) ? unknown : entry.transactionId);
		add('transactionId', orUnknown(expected), read, readOpen);
	}
	for (const [name, pattern] of Object.entries(header)) {
		const lower = name.toLowerCase();
		const param = pathTo(`${path}.header`, name);
		const expected = compilePattern(pattern, param, problems);
		if (!isKnown(lower, names)) problems.errors.push(notRecorded(param, name));
		add(pathTo('header', lower), orUnknown(expected), (entry) => headerOf(entry, lower, names));
	}
	if ('body' in match) add('body', orUnknown(compile('body', match.body)), bodyOf);
	if ('response' in match) {
		add('response', compile('response', match.response), ({ gone, response }) =>
			gone ? undefined : (response ?? undefined),
		);
	}
	return conditions;
}

/** Whether the call may have created a payment that it does not name: the store did not say whether it stored it. */
export function mayHavePayment({ endpoint, problem, transactionId }: JournalEntry): boolean {
	return transactionId === null && endpoint === 'paymentOptions' && problem === 'store_unavailable';
}

const methodsWithoutBody = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Without a body in the journal, a call may have sent one: it was refused before its body was read, or it has the form of
 * a page, which is not recorded. A missing body is refused as an invalid one.
 */
function bodyOf({ method, problem, request }: JournalEntry): unknown {
	const hasNone = methodsWithoutBody.includes(method) || problem === 'invalid_body';
	return request ?? (hasNone ? undefined : unknown);
}

/** Until a call is decided, its payment is not known. A refused call may have none. */
const ofKnownPayment = (field: 'transactionId' | 'paymentReference') => (call: OpenCall) =>
	call.transactionId === null ? undefined : call[field];

/** The reference of the entry's payment, or the one in the body of a call that created none. */
export function referenceOfEntry(entry: JournalEntry): string | null {
	const { endpoint, paymentReference, request } = entry;
	if (paymentReference !== null || endpoint !== 'paymentOptions') return paymentReference;
	return sentReference(request);
}

/** Whether the call may have sent a reference that the journal does not have: it was refused before its body was read. */
export function hasUnknownReference(entry: JournalEntry): boolean {
	const { endpoint, paymentReference } = entry;
	return paymentReference === null && endpoint === 'paymentOptions' && bodyOf(entry) === unknown;
}

/** Compares references. What a wildcard matches in a masked part is unknown, unless a star covers the part. */
function referenceMatcher(glob: string): ValueMatcher {
	const { literal, fits } = compileReference(glob);
	const [beginning = '', ...others] = glob.split(/[*?\\]/);
	return createValueMatcher(glob, (actual) => {
		if (typeof actual !== 'string') return false;
		if (actual.length > longestReference) return null;
		if (!isMasked(actual)) return fits(actual);
		if (literal !== null) {
			if (fits(actual)) return true;
			return mayBeShownAs(literal, actual) ? null : false;
		}
		if (!glob.includes('?') && fits(actual.replace(maskedPart, '\0'))) return true;
		const shown = actual.split(maskedPart);
		const isPossible =
			agree(beginning, shown[0] ?? '', 'startsWith') &&
			agree(others.at(-1) ?? '', shown.at(-1) ?? '', 'endsWith');
		return isPossible ? null : false;
	});
}

/** Matches what replaces a card number or a security code in a reference. */
const maskedPart = new RegExp(`${maskedCardPattern.source}|${redactedText}`, 'g');

const agree = (one: string, other: string, how: 'startsWith' | 'endsWith'): boolean =>
	one[how](other) || other[how](one);

const unknown = Symbol('unknown');

function orUnknown({ fits, explain }: ValueMatcher): ValueMatcher {
	return { fits: (actual) => (actual === unknown ? null : fits(actual)), explain };
}

function headerOf(entry: JournalEntry, name: string, names: HeaderNames): unknown {
	if (name === names.authorization) return shown(entry.authorization);
	if (name === names.idempotencyKey) return shown(entry.idempotencyKey);
	// The header may be missing in the entry because the setting was changed after the call: then the result is unknown.
	return Object.hasOwn(entry.headers, name) ? (entry.headers[name] ?? undefined) : unknown;
}

const shown = (presence: 'present' | 'absent') =>
	presence === 'present' ? redactedText : undefined;

function isKnown(name: string, { authorization, idempotencyKey, recorded }: HeaderNames): boolean {
	return name === authorization || name === idempotencyKey || recorded.includes(name);
}

function notRecorded(param: string, name: string) {
	const never = 'is never recorded: it may carry a secret';
	return isSecretHeader(name)
		? { param, detail: `${param} ${never}.`, fix: `Leave ${param} out.` }
		: {
				param,
				detail: `${param} is not recorded by the journal.`,
				fix: `Add "${name}" to the setting journal.headers before the calls.`,
			};
}
