/** Reads k6's log (`--log-format json`, on stderr): exceptions of the scripts, and why flows failed. */

export interface K6Log {
	/** Exceptions in iterations: k6 exits with 0 despite them. */
	exceptions: number;
	firstException: string | undefined;
	/** Other log lines of the level error. */
	errors: string[];
	/** Reason → number of log lines; each VU logs its first three failures. */
	failures: Map<string, number>;
	/** The beginning of the log. */
	text: string;
}

const keptCharacters = 1_000_000;
const keptReasons = 20;

/** Not an error: the verdict covers what k6's thresholds check. */
const crossedThresholds = /^thresholds on metrics .* have been crossed$/;

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
	if (source === 'console') addFailure(log, message);
	if (level !== 'error') return;
	if (executor !== undefined) {
		log.exceptions += 1;
		log.firstException ??= message;
	} else if (!crossedThresholds.test(message) && log.errors.length < keptReasons) {
		log.errors.push(message);
	}
}

function addFailure(log: K6Log, message: string) {
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
		// Not a log line of k6, for example a Go panic: only the text keeps it.
		return {};
	}
}
