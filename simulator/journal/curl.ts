/** A recorded call as one command to paste into a POSIX shell. Secrets are shell variables. */
import { shellWord } from '../contract/shell-word.ts';
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
