/** One HTTP call: bounded in time, and its answer held to the contract to the letter. */
import { z } from 'zod';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { isRedirect, notJsonWords, redirectWords } from '../answer-words.ts';
import { ask, callLimitMs, jsonOf } from './ask.ts';
import { refusalOf } from './refusal.ts';

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
			const init = {
				method,
				headers: {
					Accept: 'application/json',
					'Content-Type': 'application/json',
					...(path.startsWith(controlPaths.root) ? authorization : {}),
					...headers,
				},
				...(body ? { body: JSON.stringify(body) } : {}),
			};
			const bounds = { timeoutMs: callLimitMs, signal };
			const answer = await ask(`${base}${path}`, init, bounds).catch((error: Error) => {
				throw new Error(`${what} failed: ${error.message}`, { cause: error });
			});
			const { status, ok, headers: told, text } = answer;
			onAnswer?.(told);
			if (isRedirect(status)) {
				throw new Error(`${what} was refused: ${redirectWords(status, told.get('location'))}`);
			}
			if (!ok) throw new Error(`${what} was refused: ${refusalOf(status, text)}`);
			note?.(`${what} → ${status}`);
			const off = `${what} answered ${status} off the contract:`;
			const json = jsonOf(answer);
			if (!json) {
				const words = notJsonWords(told.get('content-type'), text === '');
				throw new Error(`${off} ${words}`);
			}
			const parsed = schema.safeParse(json.body);
			if (parsed.success) return parsed.data;
			throw new Error(`${off}\n${z.prettifyError(parsed.error)}`);
		},
	};
}
