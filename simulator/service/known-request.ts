/** Whether a payment-options call makes a payment, or names one that is known: by its key, or by its reference (D-34, D-35). */
import { toMs } from '../contract/duration.ts';
import type { Settings } from '../contract/settings.ts';
import type { Payment } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Arrival, KeptAnswer } from '../state/store.ts';

/** The payment that is known, and what the caller gets: its answer as it was kept, or made anew, or a refusal. */
export type KnownRequest =
	| { kind: 'same-key'; payment: Payment; answer: KeptAnswer }
	| { kind: 'same-reference'; payment: Payment }
	| { kind: 'refused'; payment: Payment; refusal: ApiError };

/** Whether a payment may have to be compared with a later request. */
export function isComparable({ reference }: Settings, idempotencyKey: string | null): boolean {
	return idempotencyKey !== null || reference.duplicate === 'replay';
}

/** The key is the stronger name: it says that the caller repeats the call. */
export function knownRequest(
	arrival: Arrival,
	fingerprint: string | null,
	now: number,
): KnownRequest | null {
	const { reference, idempotency } = arrival.world.settings.inForce;
	const { sameKey } = arrival;
	if (sameKey && now < sameKey.answer.at + toMs(idempotency.ttl)) {
		const { payment, answer } = sameKey;
		if (payment.fingerprint === fingerprint) return { kind: 'same-key', payment, answer };
		const { conflict: status, header } = idempotency;
		const refusal = { code: 'idempotency_conflict', header: header ?? 'the key', status } as const;
		return { kind: 'refused', payment, refusal };
	}
	if (reference.duplicate === 'allow' || !arrival.earlier) return null;
	const payment = arrival.earlier;
	const replays = reference.duplicate === 'replay';
	// What was created while nothing was compared has no fingerprint: it is another request.
	if (replays && payment.fingerprint === fingerprint) return { kind: 'same-reference', payment };
	const { transactionId } = payment;
	const refusal = { code: 'duplicate_reference', transactionId, differs: replays } as const;
	return { kind: 'refused', payment, refusal };
}
