/** The result for a person: one row for each server, and what has to be known to believe it. */
import { styleText } from 'node:util';
import type { BenchResult, Standing } from './result.ts';

const headings = ['', 'answers/s', 'of bare', 'lowest-highest', 'p50 ms', 'p99 ms', 'bytes'];

/** Beyond this share of its core the generator may be what limits a row. */
const busyGenerator = 0.9;

const cells = ({ name, perSecond, ratio, p50Ms, p99Ms, answerBytes }: Standing): string[] => [
	name,
	Math.round(perSecond.median).toLocaleString('en'),
	`${ratio.median.toFixed(2)} x`,
	`${ratio.lowest.toFixed(2)}-${ratio.highest.toFixed(2)}`,
	p50Ms.toFixed(2),
	p99Ms.toFixed(2),
	String(answerBytes),
];

export function table({ results, settings, cores, environment }: BenchResult, colour: boolean) {
	const bold = (text: string) => (colour ? styleText('bold', text) : text);
	const rows = [headings, ...results.map(cells)];
	const widths = headings.map((_, column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	const lines = rows.map((row) =>
		row
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('  '),
	);
	const [heading = '', ...others] = lines;
	const { rounds, measureMs, connections } = settings;
	const where = cores
		? `servers on core ${cores.server}, generator on core ${cores.generator} (taskset)`
		: 'servers and generator on any core: taskset is missing, or there is one core only';
	return [
		`POST /v2/payment-options, ${connections} connections, ${rounds} rounds of ${measureMs / 1000} s each, in turn`,
		`Node ${environment.node}, ${environment.cpu}; ${where}`,
		'',
		bold(heading),
		...others,
		...results.flatMap(doubts),
	].join('\n');
}

function doubts({ name, failed, generatorCpu }: Standing): string[] {
	const share = `${Math.round(generatorCpu * 100)} %`;
	return [
		...(failed > 0 ? [`${name}: ${failed} answers were not 200: its row is worth nothing`] : []),
		...(generatorCpu > busyGenerator
			? [`${name}: the generator used ${share} of its core, and may be what was measured`]
			: []),
	];
}
