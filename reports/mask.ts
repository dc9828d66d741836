/** Masks secrets in reports: the values of `--header`, and of the headers in a merchant file. */
import type { Cut, PlainText } from './plain-text.ts';
import { cutsIn, toPlainText } from './plain-text.ts';

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

export const isPublicHeader = (name: string): boolean => publicNames.includes(name.toLowerCase());

/**
 * Only values of at least this length are masked: a shorter one, as in `X-Api-Version: 2`, is no secret and would occur
 * in ordinary words.
 */
const shortestSecret = 8;

/**
 * The texts that reports mask for these headers. Of `Bearer …` the part after the scheme is a secret too; of `Basic …` also
 * what it encodes, and the password in that; of cookies and of other values with several parts, each part, and its value
 * after the name.
 */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
	const secrets = Object.entries(headers)
		.filter(([name]) => !isPublicHeader(name))
		.flatMap(([, value]) => [value, ...value.split(/[;,]\s*/)])
		.flatMap((part) => [
			...[part, part.replace(/^\S+ +/, ''), part.replace(/^[^=]*="?|"$/g, '')],
			...credentialsIn(part),
		])
		.filter((value) => value.length >= shortestSecret);
	return [...new Set(secrets)];
}

/** The credentials in `Basic …` (RFC 7617), and the password alone. */
function credentialsIn(value: string): string[] {
	const encoded = /^Basic +(\S+)$/i.exec(value)?.[1];
	if (encoded === undefined) return [];
	const credentials = Buffer.from(encoded, 'base64').toString();
	return [credentials, credentials.slice(credentials.indexOf(':') + 1)];
}

/**
 * The fields of a report with words of this program, of k6 or of a story's file, and with numbers. No target can write
 * into them. Masking them would make a report invalid, or its command wrong.
 */
const ownFields = [
	...['kind', 'mode', 'verdict', 'startedAt', 'target', 'command', 'assumptions'],
	...['scenarios.name', 'scenarios.title', 'scenarios.tags', 'scenarios.status', 'scenarios.rerun'],
	...['scenarios.failure.sameAs', 'scenarios.steps.status'],
	...['scenarios.steps.message.to', 'scenarios.steps.message.from'],
	...['findings.code', 'findings.severity', 'findings.story'],
	...['reasons.id', 'reasons.group', 'reasons.severity'],
	...['subject', 'plan.profile', 'plan.steps', 'plan.connections', 'plan.shopper', 'plan.phases'],
	...['slo', 'generator', 'parts', 'histograms', 'series', 'windows'],
	...['failures.step', 'failures.outcome', 'failures.phase'],
	...['levels.state', 'levels.brokenBy', 'capacity.brokenBy'],
	...['members.name', 'members.verdict', 'members.folder'],
];

/**
 * Masks the secrets in every text of a report, and what `maskMore` finds there. Its keys are fixed: a field name of the
 * target is a text of the report.
 */
export function maskReport<T extends object>(
	report: T,
	secrets: readonly string[],
	maskMore = (text: string): string => text,
): T {
	const maskSecrets = createMask(secrets);
	const mask = (value: unknown, path: readonly string[]): unknown => {
		if (ownFields.includes(path.join('.'))) return value;
		if (typeof value === 'string') return maskMore(maskSecrets(value));
		if (Array.isArray(value)) return value.map((item) => mask(item, path));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key, mask(inner, [...path, key])]),
		);
	};
	return mask(report, []) as T;
}

/** Masks secrets in a text, also where JSON, HTML or an address escapes them. */
export const maskText = (text: string, secrets: readonly string[]): string =>
	createMask(secrets)(text);

interface Output {
	out(text: string): void;
	err(text: string): void;
}

/** Masks secrets in every text that a run writes to its output. */
export function maskOutput<T extends Output>(io: T, secrets: readonly string[]): T {
	const mask = createMask(secrets);
	return { ...io, out: (text) => io.out(mask(text)), err: (text) => io.err(mask(text)) };
}

function createMask(secrets: readonly string[]) {
	const plainSecrets = secrets
		.map((secret) => toPlainText(secret).bytes)
		.filter(({ length }) => length >= shortestSecret);
	return (text: string): string => {
		if (secrets.length === 0) return text;
		const plain = toPlainText(text);
		const cuts = cutsIn(plain);
		const ranges = [
			...secrets.flatMap((secret) => rangesOf(secret, text)),
			...plainSecrets.flatMap((secret) => plainRangesOf(secret, plain, cuts)),
		].toSorted((one, other) => one.start - other.start);
		const shown: string[] = [];
		let end = 0;
		for (const range of ranges) {
			if (range.start >= end) shown.push(text.slice(end, range.start), '$TOKEN');
			end = Math.max(end, range.end);
		}
		return [...shown, text.slice(end)].join('');
	};
}

interface Range {
	start: number;
	end: number;
}

/** Where a text has the secret, both decoded. */
function plainRangesOf(secret: string, plain: PlainText, cuts: readonly Cut[]): Range[] {
	const whole = rangesOf(secret, plain.bytes).map(({ start, end }) => ({
		start: plain.starts[start] ?? 0,
		end: plain.ends[end - 1] ?? 0,
	}));
	return [...whole, ...cutRangesOf(secret, plain, cuts)];
}

/** Where a long text was cut within the secret: its start, up to the mark. */
function cutRangesOf(secret: string, plain: PlainText, cuts: readonly Cut[]): Range[] {
	return cuts.flatMap(({ atMark, atEscape }) =>
		[atMark, atEscape].flatMap((end) => {
			for (let length = secret.length - 1; length >= shortestSecret; length -= 1) {
				const start = end - length;
				if (start >= 0 && plain.bytes.startsWith(secret.slice(0, length), start)) {
					return [{ start: plain.starts[start] ?? 0, end: plain.starts[atMark] ?? 0 }];
				}
			}
			return [];
		}),
	);
}

function rangesOf(part: string, text: string): Range[] {
	const ranges: Range[] = [];
	let start = text.indexOf(part);
	while (start !== -1) {
		const end = start + part.length;
		ranges.push({ start, end });
		start = text.indexOf(part, end);
	}
	return ranges;
}
