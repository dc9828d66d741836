/** Whether a fault rule is about a call. */
import type { FaultMatch } from '../contract/faults.ts';
import type { Endpoint } from '../contract/routes.ts';

/** What rules can know of a call. Its payment and choice are null while there is none, or it is unknown. */
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

/** `*` stands for any characters, `?` for one. In linear space, and at worst quadratic time over 256 characters. */
function fitsGlob(text: string | null, glob: string): boolean {
	if (text === null) return false;
	let [at, next] = [0, 0];
	let star = -1;
	let from = 0;
	while (at < text.length) {
		if (glob[next] === '*') {
			star = next;
			from = at;
			next += 1;
		} else if (next < glob.length && (glob[next] === '?' || glob[next] === text[at])) {
			at += 1;
			next += 1;
		} else if (star >= 0) {
			// The last star takes one more character.
			from += 1;
			at = from;
			next = star + 1;
		} else return false;
	}
	return /^\**$/.test(glob.slice(next));
}
