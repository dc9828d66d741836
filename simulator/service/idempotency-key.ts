/** Reads the idempotency key of a call, when a header for it is set (D-35). */
import type { Call } from '../wire/call.ts';
import type { Validated } from '../wire/validate.ts';

const maximum = 255;

/** `null` for a call without a key; one that is too long to be kept is refused. */
export function readKey(call: Call, header: string | null): Validated<string | null> {
	const key = header === null ? undefined : call.header(header);
	if (header === null || key === undefined) return { ok: true, data: null };
	if (key.length > 0 && key.length <= maximum) return { ok: true, data: key };
	return { ok: false, refusal: { code: 'invalid_idempotency_key', header, maximum } };
}
