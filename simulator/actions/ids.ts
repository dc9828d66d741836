/**
 * Ids that are computed from the session or the workspace instead of being stored. Every response about the same
 * session contains the same ids (D-28).
 */
import type { Payment } from '../domain/payment.ts';
import { derivedUuid, derivedUuids } from '../runtime/chance.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

export function paymentOptionIdOf(
	payment: OptionIdScope,
	workspace: WorkspaceSeed,
	optionCode: string,
): string {
	return paymentOptionIdsOf(payment, workspace)(optionCode);
}

type OptionIdScope = Pick<Payment, 'sessionId' | 'optionScope'>;
type WorkspaceSeed = Pick<WorkspaceRecord, 'seed' | 'name'>;

/** Returns a function that computes the id of an option from its code. */
export function paymentOptionIdsOf(
	{ sessionId, optionScope }: OptionIdScope,
	{ seed, name }: WorkspaceSeed,
): (optionCode: string) => string {
	const scope = optionScope === 'session' ? sessionId : `${seed} ${name}`;
	return derivedUuids(`${scope} option `);
}

/**
 * The id of a bank in responses: its id in the catalog, or an id derived from the session (`ids.suboptionScope`, D-28).
 */
export function suboptionIdOf(
	{ sessionId, suboptionScope }: Pick<Payment, 'sessionId' | 'suboptionScope'>,
	bankId: string,
): string {
	if (suboptionScope === 'catalog') return bankId;
	// Twelve characters, so that it looks different from the uuid of the same suboption.
	return derivedUuid(`${sessionId} suboption id ${bankId}`).slice(-12);
}

/** Returns a function that computes the uuid of a bank from its id in the catalog. */
export function suboptionUuidFinder({
	sessionId,
}: Pick<Payment, 'sessionId'>): (bankId: string) => string {
	return derivedUuids(`${sessionId} suboption `);
}
