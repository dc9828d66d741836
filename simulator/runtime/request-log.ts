/** The request log: one line for a person, one JSON object for a machine, or nothing. Never a query, a body or a card. */

export const logModes = ['off', 'line', 'json'] as const;
export type LogMode = (typeof logModes)[number];

export interface LoggedRequest {
	/** Null, like the path and the time, of what never became a request. */
	method: string | null;
	/** Without the query: a session id is the shopper's secret. */
	path: string | null;
	/** Null when the client went away before the answer was complete. */
	status: number | null;
	/** The sandbox's own name of the error, whatever the caller was told; null for a success. */
	problem: string | null;
	requestId: string;
	ms: number | null;
}

export interface RequestLog {
	/** Null when nobody is told of requests: then nothing is even prepared. */
	readonly request: ((entry: LoggedRequest) => void) | null;
	/** An error nobody expected: a bug of the sandbox. */
	bug(error: unknown, requestId: string): void;
}

/** `write` gets whole lines; bugs are told even when the log is off. */
export async function createRequestLog(
	mode: LogMode,
	write: (line: string) => void,
): Promise<RequestLog> {
	if (mode === 'json') {
		const { pino } = await import('pino');
		const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
		return {
			request: (entry) => logger.info({ ...entry, ms: rounded(entry.ms, 2) }, 'request'),
			bug: (err, requestId) => logger.error({ err, requestId }, 'bug'),
		};
	}
	const tell = ({ method, path, status, problem, ms }: LoggedRequest) => {
		const outcome = [status ?? 'gone', problem ?? []].flat().join(' ');
		const took = ms === null ? '-' : `${ms.toFixed(1)} ms`;
		write(`${(method ?? '-').padEnd(4)} ${path ?? '-'} ${outcome} ${took}\n`);
	};
	return {
		request: mode === 'off' ? null : tell,
		bug(error, requestId) {
			const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
			write(`bug in request ${requestId}: ${text}\n`);
		},
	};
}

function rounded(ms: number | null, digits: number): number | null {
	return ms === null ? null : Number(ms.toFixed(digits));
}
