/** What is secret, and the text that replaces it. This file imports nothing. */

/** Replaces secrets and card data in responses, in the journal and in logs. */
export const redactedText = '…';

/**
 * Whether a header contains credentials, signatures or keys. The setting `journal.headers` and fault rules do not accept
 * such headers.
 */
export function isSecretHeader(name: string): boolean {
	return /^(cookie|(x-)?(key|sig)|idempotency-key|.*(auth(?!ors?(-|$))|token|secret|signature|hmac|bearer|api-?key|pass(word|phrase|code)|pwd|jwt|session|credential).*)$/i.test(
		name,
	);
}
