/** Finds how a response of the three documented calls differs from the documented shape. */
import type { z } from 'zod';
import { cutText } from '../../simulator/contract/cut-text.ts';
import { valueAt } from '../../simulator/contract/json.ts';
import type { Deviation } from '../../simulator/contract/run-report.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The deviations of a body, in the order of its fields. The order of keys in an object does not matter. */
export function deviationsOf(call: string, schema: z.ZodType, body: unknown): Deviation[] {
	const { error } = schema.safeParse(body);
	return (error?.issues ?? []).flatMap((issue) => {
		if (issue.code !== 'unrecognized_keys') {
			return deviationAt(call, issue.path, documentedBy(issue), body);
		}
		return issue.keys.map((key) => deviationAt(call, [...issue.path, key], 'no such field', body));
	});
}

/** Describes a field whose value differs from the request, or from the documented address. */
export function deviationAt(
	call: string,
	path: Path,
	documented: string,
	body: unknown,
): Deviation {
	return { path: pathText(call, path), documented, got: describe(valueAt(body, path)) };
}

/** The most deviations that a report lists: a response may have any number of unknown fields. */
const maxListed = 300;

/**
 * Returns a list that keeps one deviation for each field, because items of a list often deviate in the same way. It
 * counts those beyond the first 300.
 */
export function createDeviationList() {
	let kept = new Map<string, Deviation>();
	let more = 0;
	const keyOf = ({ path, documented }: Deviation) =>
		`${path.replace(/\[\d+\]/g, '[]')} ${documented}`;
	const list = (): readonly Deviation[] => {
		const rest = { path: 'other fields', documented: 'no deviation', got: `${more} more` };
		return [...kept.values(), ...(more > 0 ? [rest] : [])];
	};
	return {
		list,
		add(found: readonly Deviation[]) {
			for (const one of found) {
				const key = keyOf(one);
				if (kept.has(key)) continue;
				if (kept.size < maxListed) kept.set(key, one);
				else more += 1;
			}
		},
		take() {
			const taken = list();
			kept = new Map();
			more = 0;
			return taken;
		},
	};
}

export function describeDeviations(list: readonly Deviation[]): string {
	const lines = list.map(({ path, documented, got }) => `  ${path}: ${documented}, got ${got}`);
	return [`The answer differs from the documented shape (documented, got):`, ...lines].join('\n');
}

function documentedBy(issue: Issue): string {
	switch (issue.code) {
		case 'invalid_type':
			return issue.expected === 'array' ? 'a list' : `${article(issue.expected)} ${issue.expected}`;
		case 'invalid_format':
			return `a ${issue.format.toUpperCase()}`;
		case 'invalid_value':
			return issue.values.map((value) => JSON.stringify(value)).join(' or ');
		case 'too_small':
			return 'at least one item';
		default:
			return issue.message;
	}
}

const article = (word: string) => (/^[aeio]/.test(word) ? 'an' : 'a');

function pathText(call: string, path: Path): string {
	const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
	const text = steps.join('').replace(/^\./, '');
	return text === '' ? call : `${call}: ${cutText(text, 200)}`;
}

function describe(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === 'object' && value !== null) return 'an object';
	return cutText(JSON.stringify(value), 60);
}
