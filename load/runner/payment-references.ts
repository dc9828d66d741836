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
	add(orders: Orders): string[];
}

const shownOrders = 3;

export function createRunReferences(): RunReferences {
	/** For each reference, how many orders have it, and the first of them. */
	const known = new Map<string, { count: number; names: string[] }>();
	return {
		add(orders) {
			const added = new Set<string>();
			for (const [name, order] of orders) {
				const reference = referenceOf(order);
				// A number that could be that of a card is shown masked: several references may look like it.
				if (reference === null || hasMaskedCard(reference)) continue;
				const { count, names } = known.get(reference) ?? { count: 0, names: [] };
				if (count < shownOrders) names.push(name);
				known.set(reference, { count: count + 1, names });
				added.add(reference);
			}
			return [...added].flatMap((reference) => {
				const { count = 0, names = [] } = known.get(reference) ?? {};
				const more = count > names.length ? ` and ${count - names.length} more` : '';
				return count > 1 ? [`${reference}: ${names.join(', ')}${more}`] : [];
			});
		},
	};
}
