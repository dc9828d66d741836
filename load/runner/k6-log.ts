/** k6's log (`--log-format json`, on stderr): exceptions of the scripts, and why flows failed. */

export interface K6Log {
	/** Exceptions inside iterations: k6 itself ends with exit code 0 in spite of them. */
	exceptions: number;
	firstException: string | undefined;
	/** Anything else k6 calls an error. */
	errors: string[];
	/** Reason → how many told it; each VU tells its first few. */
	failures: Map<string, number>;
	/** The log itself, its beginning. */
	text: string;
}

const keptCharacters = 1_000_000;
const keptReasons = 20;

/** What k6's own thresholds say is said by the verdict, in its own words. */
const crossed = /^thresholds on metrics .* have been crossed$/;

export const emptyLog = (): K6Log => ({
	exceptions: 0,
	firstException: undefined,
	errors: [],
	failures: new Map(),
	text: '',
});

export function readLogLine(log: K6Log, line: string): void {
	if (log.text.length < keptCharacters) log.text += `${line}\n`;
	const { level, msg, executor, source } = fieldsOf(line);
	const message = String(msg ?? line);
	if (source === 'console') noteFailure(log, message);
	if (level !== 'error') return;
	if (executor !== undefined) {
		log.exceptions += 1;
		log.firstException ??= message;
	} else if (!crossed.test(message) && log.errors.length < keptReasons) {
		log.errors.push(message);
	}
}

function noteFailure(log: K6Log, message: string) {
	const { failedFlow, because } = fieldsOf(message);
	if (failedFlow === undefined) return;
	const reason = `${failedFlow}: ${because}`;
	const known = log.failures.get(reason);
	if (known !== undefined || log.failures.size < keptReasons) {
		log.failures.set(reason, (known ?? 0) + 1);
	}
}

function fieldsOf(text: string): Record<string, unknown> {
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
	} catch {
		// A line that is not k6's own, such as a Go panic: kept in the text, with nothing to take from it.
		return {};
	}
}
