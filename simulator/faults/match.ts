/** Whether a fault rule is about a call. */
import type { FaultMatch } from '../contract/faults.ts';
import { fitsGlob } from '../contract/glob.ts';
import type { Endpoint } from '../contract/routes.ts';

/** The fields of a call that rules match. Null or empty: the call has no such value, or its payment is unknown. */
export interface FaultSubject {
	readonly endpoint: Endpoint;
	/** `paymentReference` of the request or of the payment. */
	readonly reference: string | null;
	/** Names the payment in draws: the reference of a new payment, later the payment's key. */
	readonly key: string | null;
	readonly transactionId: string | null;
	/** Id and name of the option that the call names, or of the payment. */
	readonly option: readonly string[];
	/** Ids of the bank that the call names, or of the payment. */
	readonly bank: readonly string[];
	header(name: string): string | undefined;
}

export function matchesEndpoint({ endpoint }: FaultMatch, called: Endpoint): boolean {
	return endpoint === undefined ? called !== 'cashier' : has(endpoint, called);
}

export function matches(match: FaultMatch, subject: FaultSubject): boolean {
	const { option, bank, reference, transactionId, header = {} } = match;
	if (!matchesEndpoint(match, subject.endpoint)) return false;
	if (option !== undefined && !subject.option.some((name) => has(option, name))) return false;
	if (bank !== undefined && !subject.bank.some((id) => has(bank, id))) return false;
	if (transactionId !== undefined && transactionId !== subject.transactionId) return false;
	if (reference !== undefined && !fitsGlob(subject.reference, reference)) return false;
	return Object.entries(header).every(([name, value]) => subject.header(name) === value);
}

function has(wanted: string | readonly string[], value: string): boolean {
	return typeof wanted === 'string' ? wanted === value : wanted.includes(value);
}
