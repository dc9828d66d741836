/** Masks secrets in reports: the values of `--header`, and of the headers in a merchant file. */

/** Headers whose values are public, and occur in messages as `application/json` does. */
const publicNames = [
	'accept',
	'accept-encoding',
	'accept-language',
	'content-type',
	'forwarded',
	'origin',
	'referer',
	'user-agent',
	'via',
	'x-forwarded-for',
];

/**
 * Only values of at least this length are masked: a shorter one, as in `X-Api-Version: 2`, is no secret and would occur
 * in ordinary words.
 */
const shortestSecret = 8;

/**
 * The texts that reports mask for these headers. Of `Bearer …` the part after the scheme is a secret too; of cookies and
 * of other values with several parts, each part, and its value after the name. Reports show values as JSON, which escapes
 * quotes, and in addresses with percent-encoding.
 */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
	const secrets = Object.entries(headers)
		.filter(([name]) => !publicNames.includes(name.toLowerCase()))
		.flatMap(([, value]) => [value, ...value.split(/[;,]\s*/)])
		.flatMap((part) => [part, part.replace(/^\S+ +/, ''), part.replace(/^[^=]*="?|"$/g, '')])
		.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), ...percentEncoded(value)])
		.filter((value) => value.length >= shortestSecret);
	return [...new Set(secrets)];
}

/** A value in an address, as encoders write it: a space as `%20` or `+`, hexadecimal digits in upper or lower case. */
function percentEncoded(text: string): string[] {
	const form = new URLSearchParams({ text }).toString().slice('text='.length);
	// The bytes of half a surrogate pair, which cannot be encoded, are those of U+FFFD.
	const component = encodeURIComponent(Buffer.from(text).toString());
	// `new URL` encodes few characters of a query.
	const address = new URL('http://localhost');
	address.search = text;
	const query = address.search.slice(1);
	const spellings = [form, form.replaceAll('+', '%20'), component, query];
	const lower = (hex: string) => hex.toLowerCase();
	return spellings.flatMap((encoded) => [encoded, encoded.replace(/%[0-9A-F]{2}/g, lower)]);
}

/**
 * The fields of a report with words of this program or of a story's file. No target can write into them. Masking them
 * would make a report invalid, or its command wrong.
 */
const ownFields = [
	...['kind', 'mode', 'verdict', 'startedAt', 'target', 'command', 'assumptions'],
	...['scenarios.name', 'scenarios.title', 'scenarios.tags', 'scenarios.status', 'scenarios.rerun'],
	...['scenarios.failure.sameAs', 'scenarios.steps.status'],
	...['scenarios.steps.message.to', 'scenarios.steps.message.from'],
	...['findings.code', 'findings.severity', 'findings.story'],
	...['reasons.id', 'reasons.severity'],
];

/** Masks the secrets in every text of a report. Its keys are fixed: a field name of the target is a text of the report. */
export function maskReport<T extends object>(report: T, secrets: readonly string[]): T {
	const mask = (value: unknown, path: readonly string[]): unknown => {
		if (ownFields.includes(path.join('.'))) return value;
		if (typeof value === 'string') return maskText(value, secrets);
		if (Array.isArray(value)) return value.map((item) => mask(item, path));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key, mask(inner, [...path, key])]),
		);
	};
	return secrets.length === 0 ? report : (mask(report, []) as T);
}

export function maskText(text: string, secrets: readonly string[]): string {
	// The longest first: one secret may be the start of another.
	return secrets.toSorted((one, other) => other.length - one.length).reduce(maskSecret, text);
}

/** Masks the whole secret, and its start where a long text was cut (`…`) within it. */
function maskSecret(text: string, secret: string): string {
	const pieces = text.replaceAll(secret, () => '$TOKEN').split('…');
	const last = pieces.pop() ?? '';
	return [...pieces.map((piece) => maskStart(piece, secret)), last].join('…');
}

function maskStart(piece: string, secret: string): string {
	for (let length = secret.length - 1; length >= shortestSecret; length -= 1) {
		if (piece.endsWith(secret.slice(0, length))) return `${piece.slice(0, -length)}$TOKEN`;
	}
	return piece;
}
