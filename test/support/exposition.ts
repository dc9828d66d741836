/** A strict parser of the Prometheus text format 0.0.4, written from its description and not from our writer. */

export interface ParsedFamily {
	type: string;
	help: string;
	samples: { name: string; labels: Record<string, string>; value: number }[];
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const number = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|NaN|[+-]Inf)$/;

/** Throws at the first line that the format does not allow. */
export function parseExposition(text: string): Map<string, ParsedFamily> {
	const families = new Map<string, ParsedFamily>();
	const series = new Set<string>();
	let current = '';
	const fail = (line: string, why: string): never => {
		throw new Error(`${why}: ${line}`);
	};
	if (!text.endsWith('\n')) fail(text.slice(-40), 'The last line does not end with a line feed');
	for (const line of text.slice(0, -1).split('\n')) {
		const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
		if (kind === 'HELP') {
			if (families.has(name))
				fail(line, 'A second HELP, or lines of a family that are not together');
			if (!metricName.test(name)) fail(line, 'Not a metric name');
			if (!/^(?:[^\\]|\\[\\n])*$/.test(rest)) fail(line, 'An unknown escape');
			families.set(name, { type: '', help: rest, samples: [] });
			current = name;
			continue;
		}
		const family = families.get(current) ?? fail(line, 'No HELP before it');
		if (kind === 'TYPE') {
			if (name !== current || family.type !== '') fail(line, 'TYPE does not follow its HELP');
			if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) fail(line, 'No type');
			family.type = rest;
			continue;
		}
		if (family.type === '') fail(line, 'A sample before its TYPE');
		const sample = parseSample(line) ?? fail(line, 'Not a sample');
		const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
		if (!suffixes.some((suffix) => sample.name === current + suffix)) fail(line, 'Another family');
		const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
		if (series.has(key)) fail(line, 'The series is there twice');
		series.add(key);
		family.samples.push(sample);
	}
	for (const [name, family] of families) {
		if (family.type === 'histogram') checkHistogram(name, family);
	}
	return families;
}

function parseSample(line: string): ParsedFamily['samples'][number] | null {
	const [, name = '', inBraces = '', value = ''] =
		/^([^\s{]+)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? (\S+)$/.exec(line) ?? [];
	if (!metricName.test(name) || !number.test(value)) return null;
	const labels: Record<string, string> = {};
	let left = inBraces;
	while (left !== '') {
		const [whole = '', label = '', text = ''] =
			/^([^=]+)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/.exec(left) ?? [];
		if (!labelName.test(label) || label in labels) return null;
		labels[label] = text.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
		left = left.slice(whole.length);
	}
	return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

/** Buckets rise to `+Inf`, which equals the count. */
function checkHistogram(name: string, { samples }: ParsedFamily): void {
	const groups = new Map<string, typeof samples>();
	for (const sample of samples) {
		const { le: _, ...labels } = sample.labels;
		const key = JSON.stringify(labels);
		groups.set(key, [...(groups.get(key) ?? []), sample]);
	}
	for (const [key, group] of groups) {
		const buckets = group.filter((sample) => sample.name.endsWith('_bucket'));
		const bounds = buckets.map(({ labels }) => Number(labels.le?.replace('Inf', 'Infinity')));
		const values = buckets.map(({ value }) => value);
		const rises = (numbers: number[]) =>
			numbers.every((one, index) => index === 0 || one >= (numbers[index - 1] ?? 0));
		const count = group.find((sample) => sample.name.endsWith('_count'))?.value;
		const isWhole =
			rises(bounds) &&
			rises(values) &&
			bounds.at(-1) === Number.POSITIVE_INFINITY &&
			values.at(-1) === count &&
			group.some((sample) => sample.name.endsWith('_sum'));
		if (!isWhole) throw new Error(`The histogram ${name} ${key} is not consistent.`);
	}
}
