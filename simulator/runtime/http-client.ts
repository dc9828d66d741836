/** Sends HTTP requests over connections of its own. Those of `fetch` outlive a server, and fail at the next one on its port. */
import { Agent, request } from 'node:http';

interface SentRequest {
	method: string;
	headers: Record<string, string>;
	/** Undefined for none. */
	body: string | undefined;
}

export interface ReceivedResponse {
	/** Empty if the response has none. */
	contentType: string;
	text: string;
}

export interface HttpClient {
	send(url: string, request: SentRequest): Promise<ReceivedResponse>;
	/** Closes the connections. */
	close(): void;
}

export function createHttpClient(): HttpClient {
	const agent = new Agent({ keepAlive: true });
	return {
		send: (url, { method, headers, body }) =>
			new Promise((resolve, reject) => {
				const sent = request(url, { agent, method, headers }, (response) => {
					const contentType = response.headers['content-type'] ?? '';
					const chunks: Buffer[] = [];
					response.on('data', (chunk: Buffer) => chunks.push(chunk));
					response.on('error', reject);
					response.on('end', () => {
						resolve({ contentType, text: Buffer.concat(chunks).toString() });
					});
				});
				sent.on('error', reject);
				sent.end(body);
			}),
		close: () => agent.destroy(),
	};
}
