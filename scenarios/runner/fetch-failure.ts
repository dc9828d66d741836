/** Why a call got no answer, for a sentence of its own. */
export function fetchFailure(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	// `fetch failed` alone helps nobody: the reason stands in its cause, and sometimes only in the cause's code.
	const cause = error.cause instanceof Error ? error.cause : error;
	const code = 'code' in cause ? String(cause.code) : '';
	return cause.message || code || cause.name;
}
