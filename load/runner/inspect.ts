/** What k6 understood of the plan, compared with the plan: k6 only warns about an option it does not know. */
import type { ProcessResult } from '../../scenarios/harness/child-process.ts';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import type { Plan } from '../plan.ts';
import { k6Options, k6Scenario } from '../profiles.ts';

/** What is different, a sentence each; empty when k6 will do what was planned. */
export function differences(plan: Plan, inspected: ProcessResult): string[] {
	if (inspected.timedOut) {
		return ['k6 did not come to an end reading the scripts: a form of syntax it cannot parse.'];
	}
	if (inspected.code !== 0) {
		return [`k6 cannot read the scripts: ${readable(inspected.stderr)}`];
	}
	const understood = parse(inspected.stdout);
	if (!isFields(understood)) return ['k6 inspect printed no JSON object.'];
	const scenarios = isFields(understood.scenarios) ? understood.scenarios : {};
	return [
		...compare('scenarios', Object.keys(scenarios).sort(), plannedNames(plan)),
		...plan.scenarios.flatMap((one) =>
			compareFields(`scenarios.${one.phase}`, scenarios[one.phase], k6Scenario(one)),
		),
		...compare('maxVUs', understood.maxVUs, plan.maxVUs),
		...compare('totalDuration', understood.totalDuration, `${plan.longestMs}ms`),
		...compare(
			'thresholds',
			Object.keys(isFields(understood.thresholds) ? understood.thresholds : {}).sort(),
			Object.keys(k6Options(plan).thresholds).sort(),
		),
	];
}

const plannedNames = (plan: Plan) => plan.scenarios.map(({ phase }) => phase).sort();

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function compareFields(path: string, actual: unknown, expected: object): string[] {
	if (!isFields(actual)) return [`${path} is missing.`];
	return Object.entries(expected).flatMap(([name, value]) =>
		compare(`${path}.${name}`, actual[name], value),
	);
}

function compare(path: string, actual: unknown, expected: unknown): string[] {
	if (comparable(actual) === comparable(expected)) return [];
	return [`${path} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`];
}

/** k6 prints 101000ms as 1m41s, and leaves out a start at 0. */
function comparable(value: unknown): string {
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

/** The message out of k6's log line. */
function readable(stderr: string): string {
	const line = stderr.trim().split('\n').at(-1) ?? '';
	const parsed = parse(line);
	return isFields(parsed) ? String(parsed.msg ?? line) : line.slice(0, 1000);
}
