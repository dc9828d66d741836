/** A path as it may be told. */

/** A session id opens the cashier: it has no place in a log. */
export function withoutIds(path: string): string {
	return path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}');
}
