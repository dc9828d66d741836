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

/** Replaces the values of the headers, and what follows a scheme such as `Bearer`, in every text of a result. */
export function hideValues<T>(result: T, headers: Readonly<Record<string, string>>): T {
	const values = Object.values(headers).flatMap((value) => [value, value.replace(/^\S+ +/, '')]);
	if (values.length === 0) return result;
	const hide = (value: unknown): unknown => {
		if (typeof value === 'string') {
			return values.reduce((text, secret) => text.replaceAll(secret, '$TOKEN'), value);
		}
		if (Array.isArray(value)) return value.map(hide);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hide(inner)]));
	};
	return hide(result) as T;
}
