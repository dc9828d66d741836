/** Ids that need not be stored: derived from the session, or from the workspace, the same on every repeat (D-28). */
import type { Payment } from '../domain/payment.ts';
import { derivedUuid } from '../runtime/chance.ts';
import type { World } from '../workspaces/world.ts';

export function paymentOptionIdOf(
	{ sessionId, optionScope }: Pick<Payment, 'sessionId' | 'optionScope'>,
	{ seed, name }: Pick<World, 'seed' | 'name'>,
	optionCode: string,
): string {
	const scope = optionScope === 'session' ? sessionId : `${seed} ${name}`;
	return derivedUuid(`${scope} option ${optionCode}`);
}

/** What the wire calls a bank of the catalog. */
export function suboptionIdOf(
	{ sessionId, suboptionScope }: Pick<Payment, 'sessionId' | 'suboptionScope'>,
	bankId: string,
): string {
	if (suboptionScope === 'catalog') return bankId;
	// Twelve digits: told apart at sight from the uuid of the same suboption.
	return derivedUuid(`${sessionId} suboption id ${bankId}`).slice(-12);
}

export function suboptionUuidOf({ sessionId }: Pick<Payment, 'sessionId'>, bankId: string): string {
	return derivedUuid(`${sessionId} suboption ${bankId}`);
}
