/** A small client of the control API, for the library: the same calls as anybody's, over the same socket. */
import type { Problem } from '../contract/problem.ts';

export function createControlClient(url: string, token: string | null) {
	async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await fetch(url + path, {
			method,
			headers: {
				...(token === null ? {} : { Authorization: `Bearer ${token}` }),
				...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const content = (await answer.json()) as T | Problem;
		if (answer.ok) return content as T;
		const { code, detail, fix } = content as Problem;
		throw new Error(`${method} ${path} was refused (${code}): ${detail} ${fix}`);
	}
	return {
		get: <T>(path: string) => call<T>('GET', path),
		put: <T>(path: string, body: unknown) => call<T>('PUT', path, body),
		post: <T>(path: string, body?: unknown) => call<T>('POST', path, body),
	};
}
