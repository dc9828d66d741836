/** One HTTP call: bounded in time, and its answer held to the contract to the letter. */
import { z } from 'zod';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { fetchFailure } from './fetch-failure.ts';
import { refusalOf } from './refusal.ts';

const timeoutMs = 10_000;

interface Call {
	method: 'GET' | 'POST';
	path: string;
	body?: object;
	headers?: Record<string, string>;
}

export interface Client {
	/** Fails when the call is refused, or its answer is off the schema. */
	call<T>(call: Call, schema: z.ZodType<T>, note?: (detail: string) => void): Promise<T>;
}

export interface ClientOptions {
	/** A base path in it stays in front of every path. */
	target: string;
	/** Goes to the control API and nowhere else. */
	controlToken?: string | undefined;
	onAnswer?: (headers: Headers) => void;
	signal?: AbortSignal | undefined;
}

export function createClient({ target, controlToken, onAnswer, signal }: ClientOptions): Client {
	const base = target.replace(/\/+$/, '');
	const authorization = controlToken ? { Authorization: `Bearer ${controlToken}` } : {};
	return {
		async call({ method, path, body, headers }, schema, note) {
			const what = `${method} ${path}`;
			const deadline = AbortSignal.timeout(timeoutMs);
			const { status, ok, text } = await fetch(`${base}${path}`, {
				method,
				headers: {
					Accept: 'application/json',
					'Content-Type': 'application/json',
					...(path.startsWith(controlPaths.root) ? authorization : {}),
					...headers,
				},
				...(body ? { body: JSON.stringify(body) } : {}),
				// A redirect is not an answer of this service, so it is not followed into one.
				redirect: 'manual',
				signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
			})
				.then(async (answer) => {
					onAnswer?.(answer.headers);
					return { status: answer.status, ok: answer.ok, text: await answer.text() };
				})
				.catch((error: unknown) => {
					throw new Error(`${what} failed: ${fetchFailure(error, timeoutMs)}`, { cause: error });
				});
			if (!ok) throw new Error(`${what} was refused: ${refusalOf(status, text)}`);
			note?.(`${what} → ${status}`);
			const parsed = schema.safeParse(parseJson(text));
			if (parsed.success) return parsed.data;
			throw new Error(
				`${what} answered ${status} off the contract:\n${z.prettifyError(parsed.error)}`,
			);
		},
	};
}

/** What is no JSON fails every schema as `undefined`, which says enough. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
