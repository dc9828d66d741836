/**
 * Reads the header `X-Sandbox-Fault`, such as `reset`, `close;phase=after`, `status=503;retryAfter=2s`,
 * `content-type="a; b"`.
 */
import { durationSchema } from '../contract/duration.ts';
import type { Fault, FaultKindName, FaultPhase } from '../contract/faults.ts';
import { faultKinds, faultPhases, headerFaultSchema, phasesByKind } from '../contract/faults.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import { didYouMean } from '../contract/nearest.ts';

/** For each kind, the parameter that gets the value after the kind's name. */
const mainParameters: Partial<Record<FaultKindName, string>> = {
	status: 'status',
	hang: 'for',
	delay: 'law',
	truncate: 'share',
	'content-type': 'value',
	dribble: 'chunks',
};

export interface HeaderFault {
	fault: Fault;
	phase: FaultPhase;
}

/** Reads the header. If it is wrong, returns a sentence that says why. */
export function readFaultHeader(text: string): HeaderFault | string {
	if (text.trim() === '') return `it is empty; write one of ${faultKinds.join(', ')}`;
	const [first = '', ...others] = [...text.matchAll(parts)].map(([, part = '']) => part.trim());
	const [name = '', value] = splitAtEqualSign(first);
	const kind = faultKinds.find((known) => known === name);
	if (kind === undefined) {
		return `"${name}" is no kind of fault${didYouMean(name, faultKinds)}; known: ${faultKinds.join(', ')}`;
	}
	const parameters = new Map<string, string>();
	const main = mainParameters[kind];
	if (value !== undefined) {
		if (main === undefined) return `${kind} has no value`;
		parameters.set(main, value);
	}
	for (const part of others) {
		const [key = '', given] = splitAtEqualSign(part);
		if (given === undefined) return `"${part}" is no parameter: write name=value`;
		if (parameters.has(key)) return `"${key}" is given twice`;
		if (key === 'kind') return `${kind} has no parameter kind`;
		parameters.set(key, given);
	}
	for (const [key, given] of parameters) {
		const value = unquoted(given);
		if (value === null) return `the value of "${key}" begins with a quote, and must end with it`;
		parameters.set(key, value);
	}
	const phases: readonly FaultPhase[] = phasesByKind[kind];
	const phase = parameters.get('phase') ?? phases[0];
	parameters.delete('phase');
	const wanted = faultPhases.find((known) => known === phase);
	if (wanted === undefined || !phases.includes(wanted)) {
		return `phase must be ${phases.join(' or ')} for ${kind}, not "${phase}"`;
	}
	const fields = [...parameters].map(([key, given]) => [key, typed(key, given)]);
	const sent = { kind, ...Object.fromEntries(fields) };
	const read = headerFaultSchema.safeParse(sent);
	if (read.success) return { fault: read.data, phase: wanted };
	return explain(kind, read.error.issues, sent, parameters);
}

/** Describes the first issue: the parameter, its rule and its value. */
function explain(
	kind: FaultKindName,
	issues: Parameters<typeof fieldErrors>[0],
	sent: object,
	parameters: ReadonlyMap<string, string>,
): string {
	const [{ param, detail } = { param: '', detail: '' }] = fieldErrors(issues, sent, {});
	if (issues[0]?.code === 'unrecognized_keys') {
		return `${kind} has no parameter "${param}"; a value that contains a semicolon needs quotes`;
	}
	// The schema names a field inside an object, such as `law.fixed`; the header has one parameter for the object.
	const [name = ''] = param.split('.');
	const given = parameters.get(name);
	if (given === undefined) return `${kind} needs ${name}: write ${name}=value`;
	// In the header a delay is a fixed time only: check it as a duration.
	const time = name === 'law' ? durationSchema.safeParse(given).error?.issues[0] : undefined;
	const rule = time ? `law ${time.message}` : detail.replace(param, name).replace(/\.$/, '');
	return `${rule}, not "${given}"`;
}

/** Splits at semicolons, but not inside quotes. */
const parts = /(?:^|;)((?:[^;"]|"(?:[^"\\]|\\.)*"?)*)/g;

/** The text of a quoted value (RFC 9110, 5.6.4); null if the quote does not end. */
function unquoted(value: string): string | null {
	if (!value.startsWith('"')) return value;
	const [, text] = /^"((?:[^"\\]|\\.)*)"$/.exec(value) ?? [];
	return text?.replace(/\\(.)/g, '$1') ?? null;
}

function splitAtEqualSign(part: string): [name: string, value?: string] {
	const at = part.indexOf('=');
	return at < 0 ? [part] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
}

const texts: readonly string[] = ['code', 'value', 'body'];

/** Converts a parameter to its type. A delay is a fixed time; numbers become numbers, except in text parameters. */
function typed(name: string, given: string): unknown {
	const isNumber = /^\d+(\.\d+)?$/.test(given) && !texts.includes(name);
	const value = isNumber ? Number(given) : given;
	return name === 'law' ? { fixed: value } : value;
}
