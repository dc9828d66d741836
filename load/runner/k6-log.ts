/** Reads k6's log (`--log-format json`, on stderr): exceptions of the scripts, and why flows failed. */
import { maskText } from '../../reports/mask.ts';
import { maskShownText } from '../../simulator/domain/card-data.ts';

export interface K6Log {
	/** The number of exceptions in iterations. k6 exits with 0 despite them. */
	exceptions: number;
	firstException: string | undefined;
	/** The texts of other log lines of the level error. */
	errors: string[];
	/** The number of log lines for each failure reason. Each virtual user logs only its first three failures. */
	failures: Map<string, number>;
	/** The beginning of the log, as text. */
	text: string;
}

const keptCharacters = 1_000_000;
const keptReasons = 20;

/** Matches k6's message about thresholds. It is not an error: the verdict judges the same figures. */
const crossedThresholds = /^thresholds on metrics .* have been crossed$/;

export const emptyLog = (): K6Log => ({
	exceptions: 0,
	firstException: undefined,
	errors: [],
	failures: new Map(),
	text: '',
});

/**
 * Adds a line. Secrets and card data, which a return address may have, are masked, because the log is kept with the
 * results.
 */
export function readLogLine(log: K6Log, unmasked: string, secrets: readonly string[]): void {
	const line = maskTexts(unmasked, (text) => maskShownText(maskText(text, secrets)));
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

/**
 * Masks each name, string and number of an object in JSON, also of one within a string: an address ends with its string,
 * and may have escapes. Other texts are masked as they are.
 */
function maskTexts(text: string, maskLeaf: (text: string) => string): string {
	const mask = (value: unknown): unknown => {
		if (typeof value === 'string') return maskTexts(value, maskLeaf);
		if (Array.isArray(value)) return value.map(mask);
		if (typeof value === 'object' && value !== null) {
			const masked = Object.entries(value).map(([name, inner]) => [maskLeaf(name), mask(inner)]);
			return Object.fromEntries(masked);
		}
		if (typeof value !== 'number') return value;
		const shown = maskLeaf(String(value));
		return shown === String(value) ? value : shown;
	};
	if (!text.startsWith('{')) return maskLeaf(text);
	try {
		return JSON.stringify(mask(JSON.parse(text)));
	} catch {
		return maskLeaf(text);
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
		// The line is not a log line of k6, for example a Go panic. It is kept in the text only.
		return {};
	}
}
