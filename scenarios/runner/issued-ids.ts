/**
 * The ids that the service gave to the payments of a run. A transaction has one session, and belongs to one payment
 * (D-45).
 */

interface Payment {
	transactionId: string;
	sessionId: string;
	reference: string;
}

type IdField = 'transactionId' | 'sessionId';

export interface IssuedIds {
	/**
	 * Adds the ids of a payment-options response, and returns those that an earlier response gave to another payment. A
	 * repeated reference may return the same payment, with both of its ids.
	 */
	add(payment: Payment): IdField[];
}

const fields: readonly IdField[] = ['transactionId', 'sessionId'];

export function createIssuedIds(): IssuedIds {
	const payments = {
		transactionId: new Map<string, Payment>(),
		sessionId: new Map<string, Payment>(),
	};
	return {
		add(payment) {
			return fields.filter((field) => {
				const earlier = payments[field].get(payment[field]);
				if (earlier === undefined) payments[field].set(payment[field], payment);
				return earlier !== undefined && !isSame(earlier, payment);
			});
		},
	};
}

const isSame = (one: Payment, other: Payment) =>
	one.reference === other.reference && fields.every((field) => one[field] === other[field]);
