/** Why a call got no answer, for a sentence of its own. */
export function fetchFailure(error: unknown, timeoutMs: number): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
	if (error.name === 'AbortError') return 'interrupted';
	// `fetch failed` alone helps nobody: the reason stands in its cause, and sometimes only in the cause's code.
	const cause = error.cause instanceof Error ? error.cause : error;
	const code = 'code' in cause ? String(cause.code) : '';
	return cause.message || code || cause.name;
}
