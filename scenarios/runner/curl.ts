/** Writes a documented call as a curl command, without secrets and personal data. */
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
	for (const [name, value] of Object.entries(headers ?? {})) {
		words.push('-H', quoteShellWord(`${name}: ${value}`));
	}
	for (const name of Object.keys(serviceHeaders)) {
		words.push('-H', `${quoteShellWord(`${name}: `)}"$TOKEN"`);
	}
	if (body) {
		words.push('-H', quoteShellWord('Content-Type: application/json'));
		words.push('-d', quoteShellWord(JSON.stringify(body, hidePersonal)));
	}
	return words.join(' ');
}

function hidePersonal(key: string, value: unknown): unknown {
	if (key === 'customer') return {};
	return personal.includes(key) ? `$${key.toUpperCase()}` : value;
}
