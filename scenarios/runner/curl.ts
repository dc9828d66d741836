/** Writes a documented call as a curl command, without secrets and personal data. */
import { isPublicHeader } from '../../reports/mask.ts';
import { mergeHeaders } from '../../simulator/contract/merge-headers.ts';
import { quoteShellWord } from '../../simulator/contract/shell-word.ts';
import type { Call } from '../harness/http.ts';

/**
 * The fields whose values no report shows. Generated customers are masked too, because a real person may have the same
 * data.
 */
const personal = ['card', 'cvv', 'otp', 'holder', 'document', 'name', 'email', 'phone'];

export function curlCommandOf(
	{ method, body, headers }: Call,
	url: string,
	serviceHeaders: Readonly<Record<string, string>> = {},
): string {
	const words = ['curl', '-X', method, quoteShellWord(url)];
	const own = body ? { 'Content-Type': 'application/json' } : {};
	const sent = mergeHeaders(own, withoutSecrets(serviceHeaders), headers);
	for (const [name, value] of Object.entries(sent)) {
		const isMasked = value === maskedValue;
		words.push('-H');
		// Double quotes let the shell insert the token.
		words.push(
			isMasked ? `${quoteShellWord(`${name}: `)}"${value}"` : quoteShellWord(`${name}: ${value}`),
		);
	}
	if (body) words.push('-d', quoteShellWord(JSON.stringify(body, hidePersonal)));
	return words.join(' ');
}

const maskedValue = '$TOKEN';

const withoutSecrets = (headers: Readonly<Record<string, string>>) =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name,
			isPublicHeader(name) ? value : maskedValue,
		]),
	);

function hidePersonal(key: string, value: unknown): unknown {
	if (key === 'customer') return {};
	return personal.includes(key) ? `$${key.toUpperCase()}` : value;
}
