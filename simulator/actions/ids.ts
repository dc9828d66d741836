/**
 * Ids that are computed from the session or the workspace and not stored: every response about the same session contains
 * the same ids (D-28).
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

/** Returns the id of an option for its code. */
export function paymentOptionIdsOf(
	{ sessionId, optionScope }: OptionIdScope,
	{ seed, name }: WorkspaceSeed,
): (optionCode: string) => string {
	const scope = optionScope === 'session' ? sessionId : `${seed} ${name}`;
	return derivedUuids(`${scope} option `);
}

/** The id of a bank as clients see it: its id in the catalog, or one derived from the session (`ids.suboptionScope`, D-28). */
export function suboptionIdOf(
	{ sessionId, suboptionScope }: Pick<Payment, 'sessionId' | 'suboptionScope'>,
	bankId: string,
): string {
	if (suboptionScope === 'catalog') return bankId;
	// Twelve characters: visibly different from the uuid of the same suboption.
	return derivedUuid(`${sessionId} suboption id ${bankId}`).slice(-12);
}

/** Returns the uuid of a bank for its id in the catalog. */
export function suboptionUuidFinder({
	sessionId,
}: Pick<Payment, 'sessionId'>): (bankId: string) => string {
	return derivedUuids(`${sessionId} suboption `);
}
