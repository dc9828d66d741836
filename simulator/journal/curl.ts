/** Writes a recorded call as one command for a POSIX shell. Secrets become shell variables. */
import { headerNames } from '../contract/routes.ts';
import { quoteShellBytes, quoteShellWord } from '../contract/shell-word.ts';
import { isLatin1, textOfHeader } from '../wire/request-headers.ts';
import type { RecordedCall } from './read.ts';

/** The headers that contain secrets: how the workspace authenticates its calls, and its idempotency header. */
export interface SecretHeaders {
	/** The name of the header, and the text before the key, such as `Bearer `. */
	authorization: { name: string; prefix: string };
	idempotencyKey: string;
}

const workspaceHeader = headerNames.workspace.toLowerCase();

/** Writes the command. `base` is the address of the workspace with this name, without a trailing slash. */
export function curlCommand(
	{ entry, request, headerBytes }: Pick<RecordedCall, 'entry' | 'request' | 'headerBytes'>,
	{ base, workspace }: { base: string; workspace: string },
	secrets: SecretHeaders,
): string {
	const { method, path, endpoint, authorization, idempotencyKey } = entry;
	// The target of `OPTIONS *` has no path, so it cannot name the workspace.
	const hasPath = path.startsWith('/');
	const headers = hasPath ? headerBytes : { [workspaceHeader]: workspace, ...headerBytes };
	// The journal stores no session ids, because a session id opens a cashier page: use a shell variable.
	const session = endpoint === 'cashier' ? '"?sessionId=$SESSION_ID"' : '';
	// `--globoff`: otherwise curl expands braces and brackets in the address. `--path-as-is`: otherwise curl resolves dot
	// segments, and may call another path.
	const words = [
		'curl --globoff --path-as-is',
		// With `-X HEAD`, curl would wait for a body.
		method === 'HEAD' ? '--head' : `-X ${quoteShellWord(method)}`,
		...(hasPath ? [] : [`--request-target ${quoteShellWord(path)}`]),
		quoteShellWord(hasPath ? base + path : base) + session,
	];
	if (authorization === 'present') {
		const { name, prefix } = secrets.authorization;
		words.push(`-H ${quoteShellWord(`${name}: ${prefix}`)}"$TOKEN"`);
	}
	if (idempotencyKey === 'present') {
		words.push(`-H ${quoteShellWord(`${secrets.idempotencyKey}: `)}"$IDEMPOTENCY_KEY"`);
	}
	const { 'content-type': contentType = null, ...others } = headers;
	for (const [name, value] of Object.entries(others)) {
		if (value !== null) words.push(headerOption(name, value));
	}
	// Without a body, such as that of a 415, which the journal does not store, send only what was recorded.
	const sentType = contentType ?? (request === null ? null : 'application/json');
	if (sentType !== null) words.push(headerOption('Content-Type', sentType));
	if (request !== null) {
		// `--data-raw`: with `--data`, curl would read a file if the value begins with @.
		words.push(`--data-raw ${quoteShellWord(request)}`);
	}
	return `${words.join(' ')}\n`;
}

function headerOption(name: string, value: string): string {
	// With a colon and nothing behind it, curl would leave the header out.
	return `-H ${quoteHeader(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

/** Quotes a header, which has one character for each byte, so that curl sends the same bytes. */
function quoteHeader(bytes: string): string {
	return isLatin1(bytes) ? quoteShellBytes(bytes) : quoteShellWord(textOfHeader(bytes));
}
