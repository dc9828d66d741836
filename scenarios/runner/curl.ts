/** A call as a command for a terminal, without secrets and personal data. */
import { controlPaths, isWithin } from '../../simulator/contract/routes.ts';
import type { Call } from '../harness/http.ts';

interface Secrets {
	controlToken?: string | undefined;
	serviceHeaders?: Readonly<Record<string, string>> | undefined;
}

/** Fields whose values no report shows: a generated customer too could be a person. */
const personal = ['card', 'cvv', 'otp', 'holder', 'document', 'name', 'email', 'phone'];

export function curlOf(
	{ method, path, body, headers }: Call,
	url: string,
	secrets: Secrets,
): string {
	const isControl = isWithin(controlPaths.root, path);
	const withheld = isControl
		? secrets.controlToken && { Authorization: 'Bearer' }
		: secrets.serviceHeaders;
	const words = ['curl', '-X', method, quote(url)];
	for (const [name, value] of Object.entries(headers ?? {})) {
		words.push('-H', quote(`${name}: ${value}`));
	}
	for (const name of Object.keys(withheld || {})) {
		words.push('-H', `"${name}: ${isControl ? 'Bearer $CONTROL_TOKEN' : '$TOKEN'}"`);
	}
	if (body) {
		words.push('-H', quote('Content-Type: application/json'));
		words.push('-d', quote(JSON.stringify(body, hidePersonal)));
	}
	return words.join(' ');
}

function hidePersonal(key: string, value: unknown): unknown {
	if (key === 'customer') return {};
	return personal.includes(key) ? `$${key.toUpperCase()}` : value;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
