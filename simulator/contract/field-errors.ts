/** Converts the issues of a schema to sentences that name the field, the rule and the fix. */
import type { z } from 'zod';
import { valueAt } from './json.ts';
import { nearestName } from './nearest.ts';
import type { FieldError } from './problem.ts';

type Issue = z.core.$ZodIssue;

/** The most unknown names for which a similar one is searched: each search takes up to a tenth of a millisecond. */
const maxSuggestions = 100;

/**
 * Returns the errors. `sent` is the parsed value; `example` is a complete valid value, from which the fixes are taken.
 */
export function fieldErrors(
	issues: readonly Issue[],
	sent: unknown,
	example: unknown,
): FieldError[] {
	let suggestions = maxSuggestions;
	const errors = issues.flatMap((issue) => {
		const names = issue.code === 'unrecognized_keys' ? issue.keys : [null];
		return names.map((name) => {
			const isSuggested = name !== null && suggestions-- > 0;
			const meant = isSuggested ? meantBy(name, valueAt(example, issue.path)) : null;
			const path = name === null ? issue.path : [...issue.path, name];
			const param = path.length === 0 ? 'body' : path.map(String).join('.');
			return {
				param,
				detail: `${param} ${name === null ? ruleOf(issue, sent) : unknown(meant)}.`,
				fix:
					name === null
						? fixOf(issue, param, valueAt(example, path))
						: fixOfUnknown(param, issue.path, meant),
			};
		});
	});
	// One error for each field: its last issue has the narrowest rule.
	return [...new Map(errors.map((error) => [error.param, error])).values()];
}

const articles: Record<string, string> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	object: 'an object',
	record: 'an object',
	string: 'a text',
};

function ruleOf(issue: Issue, sent: unknown): string {
	if (issue.code === 'invalid_value') return `must be ${list(issue.values)}`;
	if (issue.code === 'invalid_type') {
		const value = valueAt(sent, issue.path);
		if (issue.path.length > 0 && value === undefined) return 'is required';
		// The number is infinite: JSON allows 1e999.
		if (issue.expected === 'number' && typeof value === 'number') return 'must be a finite number';
		return `must be ${articles[issue.expected] ?? issue.expected}`;
	}
	// The issue of an invalid key contains the issue of the key's own schema.
	const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
	return message?.startsWith('must ') ? message : (boundOf(issue) ?? `is not valid: ${message}`);
}

/** The rule as text, for a schema that has a bound but no message. */
function boundOf(issue: Issue): string | null {
	if (issue.code !== 'too_big' && issue.code !== 'too_small') return null;
	const isUpperBound = issue.code === 'too_big';
	const limit = isUpperBound ? issue.maximum : issue.minimum;
	if (issue.inclusive === false) return `must be ${isUpperBound ? 'below' : 'above'} ${limit}`;
	const bound = `at ${isUpperBound ? 'most' : 'least'} ${limit}`;
	if (issue.origin === 'number' || issue.origin === 'int') return `must be ${bound}`;
	return issue.origin === 'string' ? `must have ${bound} characters` : `must have ${bound} entries`;
}

function meantBy(name: string, example: unknown): string | null {
	const known = typeof example === 'object' && example !== null ? Object.keys(example) : [];
	// The field belongs to another variant of the example: it is known, but not allowed here, so no similar name is
	// suggested.
	return known.includes(name) ? null : nearestName(name, known);
}

function unknown(meant: string | null): string {
	return `is not known here${meant === null ? '' : ` (did you mean ${meant}?)`}`;
}

function fixOfUnknown(param: string, place: Issue['path'], meant: string | null): string {
	if (meant === null) return `Leave ${param} out, or check its spelling.`;
	return `Write ${[...place, meant].map(String).join('.')}, or leave ${param} out.`;
}

function fixOf(issue: Issue, param: string, example: unknown): string {
	const values: readonly unknown[] = issue.code === 'invalid_value' ? issue.values : [example];
	if (!values.includes(example)) {
		return `Send, for example, ${param} = ${JSON.stringify(values[0])}.`;
	}
	if (example !== undefined) return `Send, for example, ${param} = ${JSON.stringify(example)}.`;
	return `Correct ${param} and send again.`;
}

function list(values: readonly unknown[]): string {
	return values.length === 1
		? JSON.stringify(values[0])
		: `one of ${values.map(String).join(', ')}`;
}
