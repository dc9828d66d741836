/** A recorded call as one command to paste into a POSIX shell. Secrets are shell variables. */
import type { RecordedCall } from './read.ts';

/** How the workspace authenticates its calls, and the name of its idempotency header. */
export interface SecretHeaders {
	/** The header, and what stands before the key: `Bearer `. */
	authorization: { name: string; prefix: string };
	idempotencyKey: string;
}

/** `base`: the address of the workspace, without a slash at the end. */
export function curlCommand(
	{ entry, request }: RecordedCall,
	base: string,
	secrets: SecretHeaders,
): string {
	const { method, path, endpoint, headers, authorization, idempotencyKey } = entry;
	// A session id opens a cashier page: the journal keeps none.
	const session = endpoint === 'cashier' ? '"?sessionId=$SESSION_ID"' : '';
	// Without --globoff, curl expands braces and brackets in the address.
	const words = ['curl --globoff', `-X ${shellWord(method)}`, shellWord(base + path) + session];
	if (authorization === 'present') {
		const { name, prefix } = secrets.authorization;
		words.push(`-H ${shellWord(`${name}: ${prefix}`)}"$TOKEN"`);
	}
	if (idempotencyKey === 'present') {
		words.push(`-H ${shellWord(`${secrets.idempotencyKey}: `)}"$IDEMPOTENCY_KEY"`);
	}
	for (const [name, value] of Object.entries(headers)) {
		if (value !== null && name !== 'content-type')
			words.push(`-H ${shellWord(`${name}: ${value}`)}`);
	}
	if (request !== null) {
		words.push(`-H ${shellWord(`Content-Type: ${headers['content-type'] ?? 'application/json'}`)}`);
		// --data-raw: --data reads a file when its value begins with @.
		words.push(`--data-raw ${shellWord(request)}`);
	}
	return `${words.join(' ')}\n`;
}

/** Characters that a terminal could obey when they are pasted, and NUL, which no argument can contain. */
const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The text as one word, which the shell does not interpret. */
function shellWord(text: string): string {
	if (!control.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
	// `$'…'` of bash, zsh and POSIX.1-2024. Octal escapes of three digits cannot run into the next character.
	const escaped = [...text].map((char) => {
		if (char === '\0') return '';
		if (char === "'" || char === '\\') return `\\${char}`;
		return control.test(char) ? [...Buffer.from(char)].map(octal).join('') : char;
	});
	return `$'${escaped.join('')}'`;
}

const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;
