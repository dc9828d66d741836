/**
 * `--header`: headers that a host requires with each of the three calls. Reports and messages contain only the values of
 * public ones, such as `Content-Type`.
 */
import { repeatedHeaderNames } from '../../simulator/contract/merge-headers.ts';

const headerForm = /^([\w!#$%&'*+.^`|~-]{1,100}):[ \t]*([\x20-\x7e]{1,8000}?)[ \t]*$/;

/** Headers that `fetch` replaces, drops or rejects. */
const clientHeaders = [
	...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'sec-fetch-mode'],
	...['transfer-encoding', 'upgrade'],
];

/** The problems with `--header`, without the values. */
export function headerProblems(headers: readonly string[]): string[] {
	const isWrong = headers.some((text) => !headerForm.test(text));
	const names = headers.flatMap((text) => headerForm.exec(text)?.[1] ?? []);
	const repeated = new Set(repeatedHeaderNames(names));
	const form = `--header must be a name, a colon and a value, such as 'Authorization: Bearer …'.`;
	const reserved = Object.keys(parseHeaders(headers)).filter((name) =>
		clientHeaders.includes(name.toLowerCase()),
	);
	return [
		...(isWrong ? [form] : []),
		...[...repeated].map(
			(name) =>
				`--header must not repeat the name ${name}; upper and lower case are the same. Leave one out.`,
		),
		...reserved.map(
			(name) =>
				`--header must not set ${name}: the HTTP client controls this header. Remove this --header${name.toLowerCase() === 'host' ? ', and name the host in --target' : ''}.`,
		),
	];
}

export function parseHeaders(headers: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		headers.flatMap((text) => {
			const [, name, value] = headerForm.exec(text) ?? [];
			return name && value ? [[name, value]] : [];
		}),
	);
}
