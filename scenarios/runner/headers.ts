/**
 * `--header`: headers that a host requires with each of the three calls. Reports and messages never contain their
 * values.
 */

const headerForm = /^([\w!#$%&'*+.^`|~-]{1,100}):[ \t]*([\x20-\x7e]{1,8000}?)[ \t]*$/;

/** The problems with `--header`, without the values. */
export function headerProblems(headers: readonly string[]): string[] {
	const wrong = headers.filter((text) => !headerForm.test(text)).length;
	if (wrong === 0) return [];
	return [`--header must be a name, a colon and a value, such as 'Authorization: Bearer …'.`];
}

export function parseHeaders(headers: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		headers.flatMap((text) => {
			const [, name, value] = headerForm.exec(text) ?? [];
			return name && value ? [[name, value]] : [];
		}),
	);
}

/** The fields that may contain text of the target. Names, ids, statuses and addresses are never changed. */
const freeText = ['message', 'detail', 'actual', 'got', 'curl', 'timeline', 'error', 'skipReason'];

/**
 * Only values of at least this length are masked: a shorter one, as in `X-Api-Version: 2`, is no secret and would occur
 * in ordinary words.
 */
const shortestSecret = 8;

/**
 * Masks header values in the free text of a result. For values such as `Bearer …`, the part after the scheme is masked
 * too.
 */
export function hideValues<T>(result: T, headers: Readonly<Record<string, string>>): T {
	const values = Object.values(headers)
		.flatMap((value) => [value, value.replace(/^\S+ +/, '')])
		.filter((value) => value.length >= shortestSecret);
	if (values.length === 0) return result;
	const hide = (value: unknown, isFreeText: boolean): unknown => {
		if (typeof value === 'string') {
			if (!isFreeText) return value;
			return values.reduce((text, secret) => text.replaceAll(secret, '$TOKEN'), value);
		}
		if (Array.isArray(value)) return value.map((item) => hide(item, isFreeText));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key, hide(inner, freeText.includes(key))]),
		);
	};
	return hide(result, false) as T;
}
