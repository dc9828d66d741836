/** Whether the pages and the stream keep to themselves how a payment ended (D-39). */
import type { Standing } from '../actions/watch-payment.ts';
import { isFinal } from '../domain/allowed.ts';
import { stateAt } from '../domain/timeline.ts';
import { nowIn, rulesIn } from '../workspaces/world.ts';

/** An expired payment has ended for whoever asks, though the network may still confirm it. */
export function hidesEnd({ payment, world, wallMs }: Standing): boolean {
	if (world.settings.inForce.cashier.pages.ended !== 'neutral') return false;
	const now = nowIn(world, wallMs);
	return stateAt(payment, now) === 'expired' || isFinal(payment, { now, rules: rulesIn(world) });
}
