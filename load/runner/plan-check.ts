/** Compares the plan with what k6 read from the scripts: k6 only warns about an option that it does not know. */
import type { ProcessResult } from '../../scenarios/harness/child-process.ts';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import { isObject } from '../../simulator/contract/json.ts';
import { totalVUs } from '../canary.ts';
import type { Plan } from '../plan.ts';
import { k6Options } from '../profiles.ts';

/** Returns one sentence for each difference. `inspected` is the result of `k6 inspect`. */
export function planDifferences(plan: Plan, inspected: ProcessResult): string[] {
	if (inspected.timedOut) {
		return ['k6 did not come to an end reading the scripts: a form of syntax it cannot parse.'];
	}
	if (inspected.code !== 0) {
		return [`k6 cannot read the scripts: ${errorMessage(inspected.stderr)}`];
	}
	const actual = parse(inspected.stdout);
	if (!isObject(actual)) return ['k6 inspect printed no JSON object.'];
	const scenarios = isObject(actual.scenarios) ? actual.scenarios : {};
	const expected = k6Options(plan);
	return [
		...compare('scenarios', namesIn(scenarios), namesIn(expected.scenarios)),
		...Object.entries(expected.scenarios).flatMap(([name, scenario]) =>
			compareFields(`scenarios.${name}`, scenarios[name], scenario),
		),
		...compare('noConnectionReuse', actual.noConnectionReuse === true, expected.noConnectionReuse),
		...compare(
			'noVUConnectionReuse',
			actual.noVUConnectionReuse === true,
			expected.noVUConnectionReuse,
		),
		...compare('maxVUs', actual.maxVUs, totalVUs(plan)),
		...compare('totalDuration', actual.totalDuration, `${plan.longestMs}ms`),
	];
}

const namesIn = (value: unknown) => (isObject(value) ? Object.keys(value).sort() : []);

function compareFields(path: string, actual: unknown, expected: object): string[] {
	if (!isObject(actual)) return [`${path} is missing.`];
	return Object.entries(expected).flatMap(([name, value]) =>
		compare(`${path}.${name}`, actual[name], value),
	);
}

function compare(path: string, actual: unknown, expected: unknown): string[] {
	if (normalize(actual) === normalize(expected)) return [];
	return [`${path} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`];
}

/** Normalizes durations: k6 prints 101000ms as 1m41s, and omits a start at 0. */
function normalize(value: unknown): string {
	if (value === undefined || value === null) return '0';
	if (typeof value !== 'string') return JSON.stringify(value);
	const parts = value.match(/\d+(?:\.\d+)?(?:ms|s|m|h)/g) ?? [];
	if (parts.length === 0 || parts.join('') !== value) return value;
	return String(parts.reduce((sum, part) => sum + (parseDuration(part) ?? 0), 0));
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Extracts the message from k6's last log line. */
function errorMessage(stderr: string): string {
	const line = stderr.trim().split('\n').at(-1) ?? '';
	const parsed = parse(line);
	return isObject(parsed) ? String(parsed.msg ?? line) : line.slice(0, 1000);
}
