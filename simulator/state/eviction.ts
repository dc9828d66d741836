/** What goes when a store is full: the oldest final payments, then the oldest that nobody opened. Never one in processing. */
import { isFinal } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn, rulesIn } from '../workspaces/world.ts';

/** At most `most` payments, in the order they may go; `payments` is in order of creation. */
export function evictionOrder(
	payments: Iterable<Payment>,
	world: World,
	wallMs: number,
	most: number,
): Payment[] {
	const now = nowIn(world, wallMs);
	const rules = rulesIn(world);
	const final: Payment[] = [];
	const unopened: Payment[] = [];
	for (const payment of payments) {
		if (final.length === most) break;
		if (isFinal(payment, { now, rules })) final.push(payment);
		else if (unopened.length < most && neverOpened(payment, now)) unopened.push(payment);
	}
	return final.length > 0 ? final : unopened;
}

function neverOpened(payment: Payment, now: number): boolean {
	const state = stateAt(payment, now);
	return state === 'created' || state === 'redirected';
}
