/** Reads the header `X-Sandbox-Fault`: `reset`, `close;phase=after`, `status=503;retryAfter=2s`, `delay=2s`. */
import type { Fault, FaultKindName, FaultPhase } from '../contract/faults.ts';
import { faultKinds, faultPhases, headerFaultSchema, phasesByKind } from '../contract/faults.ts';
import { didYouMean } from '../contract/nearest.ts';

/** The parameter that the value after the kind sets. */
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

/** Returns a sentence that says what is wrong when the header cannot be read. */
export function readFaultHeader(text: string): HeaderFault | string {
	const [first = '', ...others] = text.split(';').map((part) => part.trim());
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
		if (parameters.has(key)) return `${key} is given twice`;
		parameters.set(key, given);
	}
	const phases: readonly FaultPhase[] = phasesByKind[kind];
	const phase = parameters.get('phase') ?? phases[0];
	parameters.delete('phase');
	const wanted = faultPhases.find((known) => known === phase);
	if (wanted === undefined || !phases.includes(wanted)) {
		return `phase must be ${phases.join(' or ')} for ${kind}`;
	}
	const fields = [...parameters].map(([key, given]) => [key, typed(key, given)]);
	const read = headerFaultSchema.safeParse({ kind, ...Object.fromEntries(fields) });
	if (read.success) return { fault: read.data, phase: wanted };
	const [issue] = read.error.issues;
	const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
	if (issue?.code === 'unrecognized_keys') return `${kind} has no parameter ${field}`;
	if (issue?.code === 'invalid_type') return `${kind} needs ${field}`;
	return `${field} ${issue?.message ?? 'is not valid'}`;
}

function splitAtEqualSign(part: string): [name: string, value?: string] {
	const at = part.indexOf('=');
	return at < 0 ? [part] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
}

/** A delay is a fixed time. Numbers are numbers, except in texts. */
function typed(name: string, given: string): unknown {
	const isNumber = /^\d+(\.\d+)?$/.test(given) && name !== 'code' && name !== 'body';
	const value = isNumber ? Number(given) : given;
	return name === 'law' ? { fixed: value } : value;
}
