/** Finds the fault rules that match a call. */
import type { FaultMatch } from '../contract/fault-match.ts';
import type { FaultPhase, FaultRule } from '../contract/faults.ts';
import type { Endpoint } from '../contract/routes.ts';
import { compileReference } from '../domain/reference.ts';

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
	/**
	 * The option and bank that the call names, or else those of the payment. It is a function because few rules match them,
	 * and their ids take long to compute.
	 */
	choice(): NamedChoice;
	header(name: string): string | undefined;
}

/** A rule with a compiled `match`, because every call is compared with every rule. */
export interface CompiledRule {
	readonly rule: FaultRule;
	/** Compares all conditions of `match` but the endpoint, by which the rules are selected. */
	matches(subject: FaultSubject): boolean;
}

/** The enabled rules of an endpoint, by phase, in the order of the setting. */
export type RulesByPhase = Readonly<Record<FaultPhase, readonly CompiledRule[]>>;

const rulesByEndpoint = new WeakMap<readonly FaultRule[], Map<Endpoint, RulesByPhase>>();

const noRules: RulesByPhase = { before: [], after: [] };

/** Returns the enabled rules of an endpoint. The result is cached for each list of rules, because every call needs it. */
export function rulesForEndpoint(rules: readonly FaultRule[], endpoint: Endpoint): RulesByPhase {
	if (rules.length === 0) return noRules;
	let known = rulesByEndpoint.get(rules);
	if (!known) {
		known = new Map();
		rulesByEndpoint.set(rules, known);
	}
	let byPhase = known.get(endpoint);
	if (!byPhase) {
		const compiled = rules
			.filter(({ enabled, match }) => enabled && matchesEndpoint(match, endpoint))
			.map((rule) => ({ rule, matches: compileMatch(rule.match) }));
		const inPhase = (phase: FaultPhase) => compiled.filter(({ rule }) => rule.phase === phase);
		byPhase = { before: inPhase('before'), after: inPhase('after') };
		known.set(endpoint, byPhase);
	}
	return byPhase;
}

function matchesEndpoint({ endpoint }: FaultMatch, called: Endpoint): boolean {
	return endpoint === undefined ? called !== 'cashier' : has(endpoint, called);
}

/** Compiles the conditions of a rule. The cheap ones come first, because most calls fail one of them. */
function compileMatch(match: FaultMatch): CompiledRule['matches'] {
	const { option, bank, reference, transactionId, header } = match;
	const conditions: CompiledRule['matches'][] = [];
	if (reference !== undefined) {
		const { fits } = compileReference(reference);
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
	const [first = always] = conditions;
	return conditions.length < 2 ? first : (subject) => conditions.every((isMet) => isMet(subject));
}

const always = () => true;

function has(wanted: string | readonly string[], value: string): boolean {
	return typeof wanted === 'string' ? wanted === value : wanted.includes(value);
}
