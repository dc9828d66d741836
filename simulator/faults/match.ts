/** Whether a fault rule is about a call. */
import type { FaultMatch, FaultPhase, FaultRule } from '../contract/faults.ts';
import { compileGlob } from '../contract/glob.ts';
import type { Endpoint } from '../contract/routes.ts';

/** The ids and names of an option, and the ids of a bank. */
export interface NamedChoice {
	readonly option: readonly string[];
	readonly bank: readonly string[];
}

/** The fields of a call that rules match. Null or empty: the call has no such value, or its payment is unknown. */
export interface FaultSubject {
	readonly endpoint: Endpoint;
	/** `paymentReference` of the request or of the payment. */
	readonly reference: string | null;
	/** Names the payment in draws: the reference of a new payment, later the payment's key. */
	readonly key: string | null;
	readonly transactionId: string | null;
	/** That the call names, or of the payment. Few rules ask for it, and its ids take long to compute. */
	choice(): NamedChoice;
	header(name: string): string | undefined;
}

/** A rule whose `match` is compiled once: every call tries every rule. */
export interface CompiledRule {
	readonly rule: FaultRule;
	/** Tests everything but the endpoint. */
	matches(subject: FaultSubject): boolean;
}

/** The enabled rules about an endpoint by phase, in order. */
export type RulesByPhase = Readonly<Record<FaultPhase, readonly CompiledRule[]>>;

const rulesByEndpoint = new WeakMap<readonly FaultRule[], Map<Endpoint, RulesByPhase>>();

const noRules: RulesByPhase = { before: [], after: [] };

/** A list of rules is sorted once for each endpoint. Most workspaces have none. */
export function rulesAbout(rules: readonly FaultRule[], endpoint: Endpoint): RulesByPhase {
	if (rules.length === 0) return noRules;
	let known = rulesByEndpoint.get(rules);
	if (!known) {
		known = new Map();
		rulesByEndpoint.set(rules, known);
	}
	let sorted = known.get(endpoint);
	if (!sorted) {
		const about = rules
			.filter(({ enabled, match }) => enabled && matchesEndpoint(match, endpoint))
			.map((rule) => ({ rule, matches: compileMatch(rule.match) }));
		const of = (wanted: FaultPhase) => about.filter(({ rule }) => rule.phase === wanted);
		sorted = { before: of('before'), after: of('after') };
		known.set(endpoint, sorted);
	}
	return sorted;
}

function matchesEndpoint({ endpoint }: FaultMatch, called: Endpoint): boolean {
	return endpoint === undefined ? called !== 'cashier' : has(endpoint, called);
}

/** The conditions that the rule sets, the cheap ones first. */
function compileMatch(match: FaultMatch): CompiledRule['matches'] {
	const { option, bank, reference, transactionId, header } = match;
	const conditions: CompiledRule['matches'][] = [];
	if (reference !== undefined) {
		const fits = compileGlob(reference);
		conditions.push((subject) => fits(subject.reference));
	}
	if (transactionId !== undefined) {
		conditions.push((subject) => subject.transactionId === transactionId);
	}
	for (const [name, value] of Object.entries(header ?? {})) {
		conditions.push((subject) => subject.header(name) === value);
	}
	if (option !== undefined) {
		conditions.push((subject) => subject.choice().option.some((name) => has(option, name)));
	}
	if (bank !== undefined) {
		conditions.push((subject) => subject.choice().bank.some((id) => has(bank, id)));
	}
	return (subject) => conditions.every((isMet) => isMet(subject));
}

function has(wanted: string | readonly string[], value: string): boolean {
	return typeof wanted === 'string' ? wanted === value : wanted.includes(value);
}
