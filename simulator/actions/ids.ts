/** Ids that need not be stored: derived from the session, or from the workspace, the same on every repeat (D-28). */
import type { Payment } from '../domain/payment.ts';
import { derivedUuid, derivedUuids } from '../runtime/chance.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

export function paymentOptionIdOf(payment: OfOptions, world: OfWorld, optionCode: string): string {
	return paymentOptionIdsOf(payment, world)(optionCode);
}

type OfOptions = Pick<Payment, 'sessionId' | 'optionScope'>;
type OfWorld = Pick<WorkspaceRecord, 'seed' | 'name'>;

/** The ids of several of its options, each by its code. */
export function paymentOptionIdsOf(
	{ sessionId, optionScope }: OfOptions,
	{ seed, name }: OfWorld,
): (optionCode: string) => string {
	const scope = optionScope === 'session' ? sessionId : `${seed} ${name}`;
	return derivedUuids(`${scope} option `);
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

/** The uuids of its banks, each by the id of the bank. */
export function suboptionUuidsOf({
	sessionId,
}: Pick<Payment, 'sessionId'>): (bankId: string) => string {
	return derivedUuids(`${sessionId} suboption `);
}
