/** The references that a shop gave to the payments of its orders. */
import { hasMaskedCard } from '../../simulator/domain/card.ts';
import type { MatchedOrders, OrderPayments } from './match-payments.ts';

type Orders = MatchedOrders['orders'];

/** The reference of the payment that the shopper of an order reached. */
const referenceOf = ({ payments, session }: OrderPayments) =>
	payments.find(({ sessionId }) => sessionId === session)?.paymentReference ?? null;

/** The orders by their references. A reference that several orders have names none of them. */
export function ordersByReference(orders: Orders): ReadonlyMap<string | null, OrderPayments> {
	const found = new Map<string, OrderPayments>();
	const shared = new Set<string>();
	for (const order of orders.values()) {
		const reference = referenceOf(order);
		if (reference === null) continue;
		if (found.has(reference)) shared.add(reference);
		else found.set(reference, order);
	}
	for (const reference of shared) found.delete(reference);
	return found;
}

/** The references of a run. A breakpoint run compares those of a step with those of the steps before it. */
export interface RunReferences {
	/** Adds orders, and describes each of their references that several orders of the run have. */
	addAndDescribeShared(orders: Orders): string[];
}

const shownOrders = 3;

export function createRunReferences(): RunReferences {
	/** The orders with each reference. */
	const known = new Map<string, Set<string>>();
	return {
		addAndDescribeShared(orders) {
			const added = new Set<string>();
			for (const [name, order] of orders) {
				const reference = referenceOf(order);
				// A number that could be that of a card is shown masked: several references may look like it.
				if (reference === null || hasMaskedCard(reference)) continue;
				const names = known.get(reference) ?? new Set();
				known.set(reference, names.add(name));
				added.add(reference);
			}
			return [...added].flatMap((reference) => {
				const names = [...(known.get(reference) ?? [])];
				const more = names.length - shownOrders;
				const shown = names.slice(0, shownOrders).join(', ');
				return names.length > 1
					? [`${reference}: ${shown}${more > 0 ? ` and ${more} more` : ''}`]
					: [];
			});
		},
	};
}
