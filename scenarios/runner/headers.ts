/** `--header`: what a host wants with each of the three calls. The values stay out of reports and messages. */

const headerForm = /^([\w!#$%&'*+.^`|~-]{1,100}):[ \t]*([\x20-\x7e]{1,8000}?)[ \t]*$/;

/** The problems, without the values. */
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

/** Fields that may repeat what a host answered. Names, ids, statuses and addresses are never changed. */
const freeText = ['message', 'detail', 'actual', 'got', 'curl', 'timeline', 'error', 'skipReason'];

/** A shorter value is no secret, and would be found in words: `X-Api-Version: 2`. */
const shortestSecret = 8;

/** Replaces the values of the headers, and what follows a scheme such as `Bearer`, in the free text of a result. */
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
