/** Writes a recorded call as one command for a POSIX shell. Secrets become shell variables. */
import { quoteShellWord } from '../contract/shell-word.ts';
import type { RecordedCall } from './read.ts';

/** The headers that contain secrets: how the workspace authenticates its calls, and its idempotency header. */
export interface SecretHeaders {
	/** The name of the header, and the text before the key, such as `Bearer `. */
	authorization: { name: string; prefix: string };
	idempotencyKey: string;
}

/** Writes the command. `base` is the address of the workspace, without a trailing slash. */
export function curlCommand(
	{ entry, request }: Pick<RecordedCall, 'entry' | 'request'>,
	base: string,
	secrets: SecretHeaders,
): string {
	const { method, path, endpoint, headers, authorization, idempotencyKey } = entry;
	// The journal stores no session ids, because a session id opens a cashier page: use a shell variable.
	const session = endpoint === 'cashier' ? '"?sessionId=$SESSION_ID"' : '';
	// `--globoff`: otherwise curl expands braces and brackets in the address.
	const words = [
		'curl --globoff',
		// With `-X HEAD`, curl would wait for a body.
		method === 'HEAD' ? '--head' : `-X ${quoteShellWord(method)}`,
		quoteShellWord(base + path) + session,
	];
	if (authorization === 'present') {
		const { name, prefix } = secrets.authorization;
		words.push(`-H ${quoteShellWord(`${name}: ${prefix}`)}"$TOKEN"`);
	}
	if (idempotencyKey === 'present') {
		words.push(`-H ${quoteShellWord(`${secrets.idempotencyKey}: `)}"$IDEMPOTENCY_KEY"`);
	}
	for (const [name, value] of Object.entries(headers)) {
		if (value !== null && name !== 'content-type')
			// With a colon and nothing behind it, curl would leave the header out.
			words.push(`-H ${quoteShellWord(value === '' ? `${name};` : `${name}: ${value}`)}`);
	}
	if (request !== null) {
		words.push(
			`-H ${quoteShellWord(`Content-Type: ${headers['content-type'] ?? 'application/json'}`)}`,
		);
		// `--data-raw`: with `--data`, curl would read a file if the value begins with @.
		words.push(`--data-raw ${quoteShellWord(request)}`);
	}
	return `${words.join(' ')}\n`;
}
