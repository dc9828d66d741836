/** Describes schema errors of a file in sentences: the field, the rule, the fix. */
import type { z } from 'zod';
import { at as valueAt } from '../simulator/contract/json.ts';

type Issue = z.core.$ZodIssue;

const mostShown = 3;

/** One line with a sentence for each of the first errors; `content` is the parsed file. */
export function describeSchemaErrors({ issues }: z.ZodError, content: unknown): string {
	const sentences = issues.flatMap((issue) => sentencesOf(issue, content));
	const more = sentences.length - mostShown;
	const rest = more > 0 ? [`${more} more like these.`] : [];
	return [...sentences.slice(0, mostShown), ...rest].join(' ');
}

function sentencesOf(issue: Issue, content: unknown): string[] {
	const at = (path: readonly PropertyKey[]) =>
		path.map(String).join('.').replace(/\s+/g, ' ') || 'the file';
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => {
			return `${at([...issue.path, key])} is not known: leave it out, or check its spelling.`;
		});
	}
	const field = at(issue.path);
	const value = valueAt(content, issue.path);
	const absent = value === undefined && issue.path.length > 0;
	const { rule, fix } = rulesOf(issue);
	return [absent ? `${field} is missing: it ${rule}.` : `${field} ${rule}: ${fix}.`];
}

const kinds: Record<string, string> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	object: 'an object with named fields',
	record: 'an object with named fields',
	string: 'a text',
};

function rulesOf(issue: Issue): { rule: string; fix: string } {
	switch (issue.code) {
		case 'invalid_type': {
			const kind = kinds[issue.expected] ?? issue.expected;
			return { rule: `must be ${kind}`, fix: 'write one in its place' };
		}
		case 'invalid_value':
			return { rule: `must be ${oneOf(issue.values)}`, fix: 'write that' };
		case 'invalid_union':
			return { rule: `must be ${unionOf(issue)}`, fix: 'write that' };
		case 'too_small': {
			const than = issue.inclusive ? 'not be below' : 'be above';
			return { rule: `must ${than} ${issue.minimum}`, fix: 'write a greater one' };
		}
		case 'too_big': {
			const than = issue.inclusive ? 'not be above' : 'be below';
			return { rule: `must ${than} ${issue.maximum}`, fix: 'write a smaller one' };
		}
		case 'invalid_format': {
			const form =
				issue.format === 'datetime' ? 'a time such as 2025-01-31T12:00:00Z' : issue.format;
			return { rule: `must be ${form}`, fix: 'write one in its place' };
		}
		default:
			return { rule: 'is not valid', fix: 'correct it' };
	}
}

function unionOf(issue: Extract<Issue, { code: 'invalid_union' }>): string {
	const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
	return options.length > 0 ? oneOf(options) : 'of a known kind';
}

function oneOf(values: readonly unknown[]): string {
	return values.map((value) => JSON.stringify(value)).join(' or ');
}
