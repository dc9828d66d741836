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
