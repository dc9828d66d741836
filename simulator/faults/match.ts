/** Whether a fault rule is about a call. */
import type { FaultMatch, FaultPhase, FaultRule } from '../contract/faults.ts';
import { fitsGlob } from '../contract/glob.ts';
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

/** The enabled rules about an endpoint by phase, in order. */
export type RulesByPhase = Readonly<Record<FaultPhase, readonly FaultRule[]>>;

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
		const about = rules.filter(({ enabled, match }) => enabled && matchesEndpoint(match, endpoint));
		const of = (wanted: FaultPhase) => about.filter(({ phase }) => phase === wanted);
		sorted = { before: of('before'), after: of('after') };
		known.set(endpoint, sorted);
	}
	return sorted;
}

function matchesEndpoint({ endpoint }: FaultMatch, called: Endpoint): boolean {
	return endpoint === undefined ? called !== 'cashier' : has(endpoint, called);
}

/** Everything but the endpoint. What is cheap to know comes first. */
export function matches(match: FaultMatch, subject: FaultSubject): boolean {
	const { option, bank, reference, transactionId, header } = match;
	if (reference !== undefined && !fitsGlob(subject.reference, reference)) return false;
	if (transactionId !== undefined && transactionId !== subject.transactionId) return false;
	for (const name in header) if (subject.header(name) !== header[name]) return false;
	if (option !== undefined && !subject.choice().option.some((name) => has(option, name))) {
		return false;
	}
	return bank === undefined || subject.choice().bank.some((id) => has(bank, id));
}

function has(wanted: string | readonly string[], value: string): boolean {
	return typeof wanted === 'string' ? wanted === value : wanted.includes(value);
}
