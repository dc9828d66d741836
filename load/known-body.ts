/** Recognises a body that differs from the last good one only in the ids of the payment: k6 parses and checks slowly. */

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuidLength = 36;

interface Ids {
	transactionId: string;
	sessionId: string;
}

/** Where a body has the ids of its payment. */
export interface PaymentIds<T> {
	of(body: T): Ids;
	/** `last` are the ids that the body has now. */
	set(body: T, ids: Ids, last: Ids): T;
}

export interface KnownBody<T> {
	/** The last good body with the ids of this one; undefined for a text that differs in anything else. */
	read(text: string): T | undefined;
	/** A body that was checked. */
	keep(text: string, body: T): void;
}

export function createKnownBody<T>(ids: PaymentIds<T>): KnownBody<T> {
	let last: { body: T; ids: Ids; find: FindIds } | undefined;
	return {
		read(text) {
			const found = last?.find(text);
			return last && found && ids.set(last.body, found, last.ids);
		},
		keep(text, body) {
			const own = ids.of(body);
			const find = findIdsLike(text, own);
			if (find) last = { body, ids: own, find };
		},
	};
}

/** The ids of a text that is the same apart from them. */
type FindIds = (text: string) => Ids | undefined;

/** Undefined for a text where an id is not in exactly one place. */
function findIdsLike(text: string, { transactionId, sessionId }: Ids): FindIds | undefined {
	if (!uuid.test(transactionId) || !uuid.test(sessionId)) return undefined;
	const transactionAt = onlyPlace(text, transactionId);
	const sessionAt = onlyPlace(text, sessionId);
	if (transactionAt === undefined || sessionAt === undefined) return undefined;
	const first = Math.min(transactionAt, sessionAt);
	const second = Math.max(transactionAt, sessionAt);
	const head = text.slice(0, first);
	const middle = text.slice(first + uuidLength, second);
	const tail = text.slice(second + uuidLength);
	return (other) => {
		// k6 compares texts ten times as fast as it runs startsWith and endsWith.
		if (other.slice(second + uuidLength) !== tail || other.slice(0, first) !== head)
			return undefined;
		if (other.slice(first + uuidLength, second) !== middle) return undefined;
		const found = {
			transactionId: other.slice(transactionAt, transactionAt + uuidLength),
			sessionId: other.slice(sessionAt, sessionAt + uuidLength),
		};
		return uuid.test(found.transactionId) && uuid.test(found.sessionId) ? found : undefined;
	};
}

function onlyPlace(text: string, id: string): number | undefined {
	const at = text.indexOf(id);
	return at >= 0 && text.indexOf(id, at + 1) < 0 ? at : undefined;
}
