/**
 * Writes metrics in the Prometheus text format 0.0.4. The kept library (`@prometheus-io/client`) needs Node 22, and its
 * predecessor is deprecated; both count by label objects, which is too slow for each call.
 */

export interface Sample {
	/** Appended to the name of the family: `_bucket`, `_sum`, `_count`. */
	readonly suffix?: string;
	readonly labels?: Readonly<Record<string, string>>;
	readonly value: number;
}

/** A metric name with its samples. */
export interface MetricFamily {
	readonly name: string;
	readonly help: string;
	readonly type: 'counter' | 'gauge' | 'histogram';
	readonly samples: readonly Sample[];
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

export function exposition(families: readonly MetricFamily[]): string {
	return families.map(familyText).join('');
}

function familyText({ name, help, type, samples }: MetricFamily): string {
	const lines = samples.map(
		({ suffix = '', labels = {}, value }) =>
			`${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`,
	);
	return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
	const pairs = Object.entries(labels).map(
		([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
	);
	return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function numberText(value: number): string {
	if (Number.isFinite(value)) return String(value);
	return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** The samples of one histogram. The last of `counts` has no upper bound. */
export function histogramSamples(
	labels: Readonly<Record<string, string>>,
	bounds: readonly number[],
	counts: ArrayLike<number>,
	sum: number,
): Sample[] {
	let count = 0;
	const buckets = Array.from(counts, (inBucket, index) => {
		count += inBucket;
		const le = numberText(bounds[index] ?? Number.POSITIVE_INFINITY);
		return { suffix: '_bucket', labels: { ...labels, le }, value: count };
	});
	return [
		...buckets,
		{ suffix: '_sum', labels, value: sum },
		{ suffix: '_count', labels, value: count },
	];
}
