/** Compares a JSON value with a pattern. The result is null (unknown) if the journal masked the value. */
import { isObject } from '../contract/json.ts';
import { didYouMean } from '../contract/nearest.ts';
import type { FieldError } from '../contract/problem.ts';
import { redactedText } from '../contract/redacted.ts';
import type { Difference } from '../contract/verify.ts';
import { isMasked, maskName, mayBeShownAs } from '../domain/card-data.ts';
import { compileExpression, isExpression } from './regular-expression.ts';

/** Whether a value matches; null if unknown, because the journal masked the value. */
export type MatchResult = boolean | null;

/** A compiled pattern. An absent value is `undefined`. */
export interface ValueMatcher {
	fits(actual: unknown): MatchResult;
	/** Adds the differences of a value that does not match. */
	explain(actual: unknown, path: string, found: Difference[]): void;
}

/** The problems with the patterns of a question, and their total size. */
export interface PatternProblems {
	parts: number;
	/** The total size of the regular expressions. */
	expressions: number;
	errors: FieldError[];
}

/** The most differences that are listed for one call. */
export const maxDifferences = 20;

/** The most parts of all patterns in a question: objects, lists and values. */
const maxParts = 500;
/**
 * The largest total size of the regular expressions in a question. Searching a text of 4,096 characters then takes some
 * milliseconds.
 */
const largestExpressions = 300;

export function combineMatchResults(results: readonly MatchResult[]): MatchResult {
	if (results.includes(false)) return false;
	return results.includes(null) ? null : true;
}

const isMaskedText = (value: unknown): value is string =>
	typeof value === 'string' && isMasked(value);

export function compilePattern(
	pattern: unknown,
	path: string,
	problems: PatternProblems,
): ValueMatcher {
	problems.parts += 1;
	if (problems.parts === maxParts + 1) {
		wrong(problems, path, `is one value too many: ${maxParts} are possible`, 'Send fewer.');
	}
	if (problems.parts > maxParts) return createValueMatcher(pattern, () => true);
	if (Array.isArray(pattern)) return compileList(pattern, path, problems);
	if (!isObject(pattern)) return compileScalar(pattern, path, problems);
	return Object.keys(pattern).some((name) => name.startsWith('$'))
		? compileComparison(pattern, path, problems)
		: compileObject(pattern, path, problems);
}

function wrong({ errors }: PatternProblems, param: string, rule: string, fix: string): void {
	errors.push({ param, detail: `${param} ${rule}.`, fix });
}

/** Makes a matcher for a single value. If it does not match, its only difference is the value itself. */
export function createValueMatcher(expected: unknown, fits: ValueMatcher['fits']): ValueMatcher {
	const explain: ValueMatcher['explain'] = (actual, path, found) => {
		found.push({ path, expected, actual });
	};
	return { fits, explain };
}

const expressionFix =
	'Send "/order/" for a regular expression, "/(?i)order/" if letter case does not count, or {"$in": ["/order"]} for the text itself.';

function compileScalar(expected: unknown, path: string, problems: PatternProblems): ValueMatcher {
	if (typeof expected !== 'string' || !expected.startsWith('/')) {
		return createValueMatcher(expected, (actual) => isSame(actual, expected));
	}
	if (!isExpression(expected)) {
		// Compared as a text, `/order` or `/order/i` would match nothing, and "no such call" would hold by mistake.
		wrong(problems, path, 'begins with a slash, but is no regular expression /…/', expressionFix);
		return createValueMatcher(expected, () => true);
	}
	if (problems.expressions > largestExpressions) return createValueMatcher(expected, () => true);
	const compiled = compileExpression(expected.slice(1, -1));
	if ('error' in compiled) {
		wrong(problems, path, compiled.error, 'Send, for example, "/^order-[0-9]+$/".');
		return createValueMatcher(expected, () => true);
	}
	problems.expressions += compiled.size;
	if (problems.expressions > largestExpressions) {
		const rule = 'repeats too much, alone or with the other regular expressions';
		wrong(problems, path, rule, 'Use smaller repetitions, or fewer expressions.');
	}
	return createValueMatcher(expected, (actual) => {
		if (typeof actual !== 'string') return false;
		return isMasked(actual) ? null : compiled.test(actual);
	});
}

function isSame(actual: unknown, expected: unknown): MatchResult {
	if (!isMaskedText(actual)) return actual === expected;
	return mayBeShownAs(expected, actual) ? null : false;
}

function compileObject(
	pattern: Readonly<Record<string, unknown>>,
	path: string,
	problems: PatternProblems,
): ValueMatcher {
	const fields = Object.entries(pattern).map(([name, inner]) => {
		const matcher = compilePattern(inner, pathTo(path, name), problems);
		const shownName = maskName(name);
		return { name, shownName, isNameMasked: isMasked(shownName), matcher };
	});
	type Field = (typeof fields)[number];
	const fieldOf = (actual: object, { name }: Field) =>
		Object.hasOwn(actual, name) ? (actual as Record<string, unknown>)[name] : undefined;
	/** Of a field with a masked name, neither its name nor its value is known: several names are masked to the same text. */
	const fitField = (actual: object, field: Field) =>
		field.isNameMasked && Object.hasOwn(actual, field.shownName)
			? null
			: field.matcher.fits(fieldOf(actual, field));
	return {
		fits(actual) {
			// The journal stores this text instead of a body that may have contained a security code.
			if (!isObject(actual)) return actual === redactedText ? null : false;
			return combineMatchResults(fields.map((field) => fitField(actual, field)));
		},
		explain(actual, here, found) {
			if (!isObject(actual)) {
				found.push({ path: here, expected: pattern, actual });
				return;
			}
			for (const field of fields) {
				if (found.length >= maxDifferences) return;
				if (fitField(actual, field) !== false) continue;
				field.matcher.explain(fieldOf(actual, field), pathTo(here, field.name), found);
			}
		},
	};
}

export function pathTo(path: string, name: string): string {
	return /^[\w$-]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

/** Compiles a list pattern. Other items may be before, between and after those that match. */
function compileList(
	pattern: readonly unknown[],
	path: string,
	problems: PatternProblems,
): ValueMatcher {
	const items = pattern.map((item, index) => compilePattern(item, `${path}[${index}]`, problems));
	return {
		fits(actual) {
			if (!Array.isArray(actual)) return actual === redactedText ? null : false;
			const fitsAt = rememberFits(items, actual);
			if (firstMissing(items.length, actual.length, (...at) => fitsAt(...at) === true) === null) {
				return true;
			}
			const isPossible = firstMissing(
				items.length,
				actual.length,
				(...at) => fitsAt(...at) !== false,
			);
			return isPossible === null ? null : false;
		},
		explain(actual, here, found) {
			if (!Array.isArray(actual)) {
				found.push({ path: here, expected: pattern, actual });
				return;
			}
			const fitsAt = rememberFits(items, actual);
			const missing = firstMissing(items.length, actual.length, (...at) => fitsAt(...at) !== false);
			if (missing === null) return;
			const at = `${here}[${missing}]`;
			// The item at the same index is most likely the intended one, unless an earlier item has matched it.
			if (missing < actual.length && fitsAt(missing, missing) === false) {
				items[missing]?.explain(actual[missing], at, found);
			} else found.push({ path: at, expected: pattern[missing], actual: actual[missing] });
		},
	};
}

type FitAt = (item: number, index: number) => MatchResult;

/** Remembers results, so that each pair is compared at most once: nested lists would take exponential time. */
function rememberFits(items: readonly ValueMatcher[], list: readonly unknown[]): FitAt {
	const known = new Map<number, MatchResult>();
	return (item, index) => {
		const key = item * list.length + index;
		const before = known.get(key);
		if (before !== undefined) return before;
		const fit = items[item]?.fits(list[index]) ?? null;
		known.set(key, fit);
		return fit;
	};
}

/**
 * Finds the first pattern item without a matching item in the list; null if all have one. Taking the first match is
 * never worse than taking a later one.
 */
function firstMissing(
	items: number,
	length: number,
	fitsAt: (item: number, index: number) => boolean,
): number | null {
	let index = 0;
	for (let item = 0; item < items; item += 1) {
		while (index < length && !fitsAt(item, index)) index += 1;
		if (index === length) return item;
		index += 1;
	}
	return null;
}

type Operand = string | number;

const orders = new Map<string, (actual: Operand, operand: Operand) => boolean>([
	['$gt', (actual, operand) => actual > operand],
	['$gte', (actual, operand) => actual >= operand],
	['$lt', (actual, operand) => actual < operand],
	['$lte', (actual, operand) => actual <= operand],
]);
const operators = [...orders.keys(), '$in', '$exists', '$absent'];
const maxAlternatives = 100;

function compileComparison(
	comparison: Readonly<Record<string, unknown>>,
	path: string,
	problems: PatternProblems,
): ValueMatcher {
	const parts = Object.entries(comparison);
	for (const [name, operand] of parts) {
		const rule = operandRule(name, operand);
		if (rule !== null) wrong(problems, pathTo(path, name), rule, operandFix(name));
	}
	return createValueMatcher(comparison, (actual) =>
		combineMatchResults(parts.map(([name, operand]) => holds(name, operand, actual))),
	);
}

/** Describes what a wrong operand must be, as the rest of a sentence; null for a valid operand. */
function operandRule(name: string, operand: unknown): string | null {
	if (orders.has(name)) {
		const isOperand = typeof operand === 'number' || typeof operand === 'string';
		return isOperand ? null : 'must be a number or a text';
	}
	if (name === '$in') {
		const isList = Array.isArray(operand) && operand.length <= maxAlternatives;
		const arePlain = isList && operand.every((one) => typeof one !== 'object' || one === null);
		return arePlain ? null : `must be a list of at most ${maxAlternatives} plain values`;
	}
	if (name === '$exists' || name === '$absent') {
		return typeof operand === 'boolean' ? null : 'must be true or false';
	}
	return `is not a comparison${didYouMean(name, operators)}`;
}

function operandFix(name: string): string {
	if (!operators.includes(name)) return `Use ${operators.join(', ')}.`;
	const example = name === '$in' ? '["A", "B"]' : orders.has(name) ? '5' : 'true';
	return `Send, for example, {"${name}": ${example}}.`;
}

function holds(name: string, operand: unknown, actual: unknown): MatchResult {
	if (name === '$exists') return (actual !== undefined) === operand;
	if (name === '$absent') return (actual === undefined) === operand;
	if (name === '$in') {
		const results = (operand as readonly unknown[]).map((one) => isSame(actual, one));
		return results.includes(true) || (results.includes(null) ? null : false);
	}
	if (isMaskedText(actual)) return null;
	// A number and a text have no order.
	const isComparable = typeof actual === typeof operand;
	return isComparable && (orders.get(name)?.(actual as Operand, operand as Operand) ?? false);
}
