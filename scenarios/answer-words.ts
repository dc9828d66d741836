/** What came instead of a documented answer, in words. Imports nothing, so that Node and k6 say the same. */

type Header = string | null | undefined;

export function isRedirect(status: number): boolean {
	return status >= 300 && status < 400;
}

export function redirectWords(status: number, location: Header): string {
	// What stands behind the path may be a secret, and would end up in reports.
	const place = location ? `to ${location.replace(/[?#].*$/, '')}` : 'without saying where to';
	return `status ${status} redirects ${place}, and redirects are not followed: if the service is there, make that address the target`;
}

/** For a body that JSON.parse has refused. */
export function notJsonWords(contentType: Header, isEmpty: boolean): string {
	if (isEmpty) return 'not JSON, got an empty body';
	const type = (contentType ?? '').replace(/;.*$/, '').trim();
	if (type === '') return 'not JSON, and of no content type';
	return /[/+]json$/i.test(type)
		? `not JSON, although it is called ${type}`
		: `not JSON, got ${type}`;
}
