/** The references that a shop gave to the payments of its orders. Pure. */
import { hasMaskedCard } from '../../simulator/domain/card.ts';
import type { MatchedOrders, OrderPayments } from './match-payments.ts';

/** The orders by the reference of the payment that their shopper reached. */
function allByReference(orders: MatchedOrders['orders']) {
	const found = new Map<string, (readonly [name: string, OrderPayments])[]>();
	for (const [name, order] of orders) {
		const payment = order.payments.find(({ sessionId }) => sessionId === order.session);
		const reference = payment?.paymentReference ?? null;
		if (reference === null) continue;
		const known = found.get(reference);
		if (known) known.push([name, order]);
		else found.set(reference, [[name, order]]);
	}
	return found;
}

/** The orders by their references. A reference that several orders have names none of them. */
export function ordersByReference(
	orders: MatchedOrders['orders'],
): ReadonlyMap<string | null, OrderPayments> {
	const unique = [...allByReference(orders)].flatMap(([reference, [first, ...others]]) =>
		first !== undefined && others.length === 0 ? [[reference, first[1]] as const] : [],
	);
	return new Map(unique);
}

const shownOrders = 3;

/** Describes each reference that several orders have: the payment of one could be taken for that of another. */
export function describeSharedReferences({ orders }: Pick<MatchedOrders, 'orders'>): string[] {
	return [...allByReference(orders)].flatMap(([reference, sharing]) => {
		// A number that could be that of a card is shown masked: several references may look like it.
		if (sharing.length < 2 || hasMaskedCard(reference)) return [];
		const names = sharing.slice(0, shownOrders).map(([name]) => name);
		const more = sharing.length - names.length;
		return [`${reference}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
	});
}
