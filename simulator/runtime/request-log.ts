/** The request log: lines of text, JSON objects, or nothing. It never contains a query, a body or a card number. */

/**
 * The log modes. `console`: only calls that need attention (`observe/console-lines.ts`). `line` and `json`: every
 * request.
 */
export const logModes = ['off', 'console', 'line', 'json'] as const;
export type LogMode = (typeof logModes)[number];

export interface LoggedRequest {
	/** The method. Method, path and time are null for input that is not a request. */
	method: string | null;
	/**
	 * The path without the query, because a session id opens the cashier. It is also null for a target without a path,
	 * such as `http://`.
	 */
	path: string | null;
	/** The status; null if the client disconnected before the response was complete. */
	status: number | null;
	/** The sandbox's error code, even if settings put another code into the response; null for a success. */
	problem: string | null;
	requestId: string;
	ms: number | null;
}

export interface RequestLog {
	/** Logs a request. Null in the modes `off` and `console`, so that callers skip the preparation. */
	readonly request: ((entry: LoggedRequest) => void) | null;
	/** Logs an unexpected error. */
	bug(error: unknown, requestId: string): void;
	/** Logs a line about the state of the sandbox itself. */
	notice(line: string): void;
	/** Writes one line of text. */
	write(line: string): void;
}

/**
 * Creates the log. `writeLine` receives whole lines; if it fails, the line is lost and the call continues. Bugs and
 * notices are logged even if the request log is off.
 */
export async function createRequestLog(
	mode: LogMode,
	writeLine: (line: string) => unknown,
): Promise<RequestLog> {
	const write = (line: string) => {
		try {
			const written = writeLine(line);
			// `writeLine` may be async: ignore its rejection.
			if (written instanceof Promise) written.catch(() => {});
		} catch {}
	};
	if (mode === 'json') {
		const { pino } = await import('pino');
		const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
		return {
			request: (entry) => logger.info({ ...entry, ms: rounded(entry.ms, 2) }, 'request'),
			bug: (err, requestId) => logger.error({ err, requestId }, 'bug'),
			notice: (line) => logger.warn(line),
			write,
		};
	}
	const writeRequest = ({ method, path, status, problem, ms }: LoggedRequest) => {
		const outcome = [status ?? 'gone', problem ?? []].flat().join(' ');
		const took = ms === null ? '-' : `${ms.toFixed(1)} ms`;
		write(`${(method ?? '-').padEnd(4)} ${path ?? '-'} ${outcome} ${took}\n`);
	};
	return {
		request: mode === 'line' ? writeRequest : null,
		bug(error, requestId) {
			const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
			write(`bug in request ${requestId}: ${text}\n`);
		},
		notice: (line) => write(`${line}\n`),
		write,
	};
}

function rounded(ms: number | null, digits: number): number | null {
	return ms === null ? null : Number(ms.toFixed(digits));
}
