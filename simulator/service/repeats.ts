/**
 * Recognises a payment-options request that repeats another one, by its idempotency key or its reference (D-34, D-35).
 */
import { toMs } from '../contract/duration.ts';
import type { Settings } from '../contract/settings.ts';
import { maskCards } from '../domain/card.ts';
import type { Payment } from '../domain/payment.ts';
import type { ApiError, DuplicateReason } from '../errors/api-error.ts';
import { digest } from '../runtime/chance.ts';
import type { CreationFacts, StoredAnswer } from '../state/store.ts';
import type { Call } from '../wire/call.ts';
import type { Validated } from '../wire/validate.ts';
import { documentedPart } from './notices.ts';
import { upperCaseCodes } from './upper-case-codes.ts';

const longestKey = 255;

/**
 * Reads the idempotency key, with one character for each byte. Null if there is none, or if the settings name no header
 * for it.
 */
export function readIdempotencyKey(call: Call, header: string | null): Validated<string | null> {
	const key = header === null ? undefined : call.headerBytes(header);
	if (header === null || key === undefined) return { ok: true, data: null };
	if (key.length > 0 && key.length <= longestKey) return { ok: true, data: key };
	return {
		ok: false,
		refusal: { code: 'invalid_idempotency_key', header, maximum: longestKey },
	};
}

/**
 * Makes a digest of a payment-options request: the documented fields of its body, and the outcome and return headers.
 * It does not depend on the order of fields and the case of codes, or on settings, which can change between two
 * requests. Card numbers are masked before: with the first six and the last four digits beside it, a stored digest of
 * the rest would be found by trying all of them.
 */
export function fingerprintOfRequest(
	body: unknown,
	{ headerTrigger, returnLinkTiming }: Pick<Payment, 'headerTrigger' | 'returnLinkTiming'>,
): string {
	const request = documentedPart(upperCaseCodes(body));
	const steered = headerTrigger?.outcomes ?? null;
	return digest(maskCards(JSON.stringify({ request, steered, returnLinkTiming }, sortKeys)));
}

function sortKeys(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether a later request may be compared with the payment. If so, the payment needs a fingerprint. */
export function needsFingerprint({ reference }: Settings, idempotencyKey: string | null): boolean {
	return idempotencyKey !== null || reference.duplicate === 'replay';
}

/**
 * The payment of an earlier request with the same key or reference, and the response to send: the stored response, a new
 * one, or an error.
 */
export type RepeatedRequest =
	| { kind: 'same-key'; payment: Payment; answer: StoredAnswer }
	| { kind: 'same-reference'; payment: Payment }
	| { kind: 'refused'; payment: Payment; refusal: ApiError };

/**
 * Finds the payment that a request repeats; null for a new request. The key has priority over the reference, because it
 * states that the client repeats the call.
 */
export function repeatedRequest(
	facts: CreationFacts,
	fingerprint: string | null,
	now: number,
): RepeatedRequest | null {
	const { reference, idempotency } = facts.record.settings.inForce;
	const { sameKey } = facts;
	if (sameKey && now < sameKey.answer.at + toMs(idempotency.ttl)) {
		const { payment, answer } = sameKey;
		if (payment.fingerprint === fingerprint) return { kind: 'same-key', payment, answer };
		const { conflict: status, header } = idempotency;
		const refusal = { code: 'idempotency_conflict', header: header ?? 'the key', status } as const;
		return { kind: 'refused', payment, refusal };
	}
	const earlier = reference.duplicate === 'allow' ? null : facts.earlier();
	if (!earlier) return null;
	const reason = duplicateReason(earlier, fingerprint, reference.duplicate);
	if (reason === null) return { kind: 'same-reference', payment: earlier };
	const { transactionId } = earlier;
	const refusal = { code: 'duplicate_reference', transactionId, reason } as const;
	return { kind: 'refused', payment: earlier, refusal };
}

/** Why the reference may not be sent again; null if the request repeats the one that created `earlier`. */
function duplicateReason(
	earlier: Payment,
	fingerprint: string | null,
	duplicate: Settings['reference']['duplicate'],
): DuplicateReason | null {
	if (duplicate !== 'replay') return 'used';
	// Only payments created under `replay` or with an idempotency key have a fingerprint: 64 bytes for each payment.
	if (earlier.fingerprint === null) return 'unknown-request';
	return earlier.fingerprint === fingerprint ? null : 'other-request';
}
