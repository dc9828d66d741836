/** The sections that only some load runs have: rehearsal, breakpoint, recovery, repeated calls, the shop. */
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { formatCount, formatDuration, formatMs, formatRate, missingFigure } from '../figures.ts';
import { hasFewSamples, measuredCapacitySentence, recoverySentence } from '../load-facts.ts';
import { clockText } from './chart/frame.ts';
import type { ChartSymbol, LineChart } from './chart/lines.ts';
import { lineChart } from './chart/lines.ts';
import { chartLimitsOfStep } from './chart/over-time.ts';
import type { Tone } from './components.ts';
import {
	badge,
	htmlTable,
	numberColumns,
	percentileCell,
	section,
	textColumns,
} from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

type Level = NonNullable<LoadReport['levels']>[number];

/** The tones of the verdicts of runs, of load and of scenarios. */
export const runVerdictTones: Record<string, Tone> = {
	...{ GO: 'good', PASSED: 'good', 'NO-GO': 'bad', FAILED: 'bad' },
	...{ INCONCLUSIVE: 'warn', ERROR: 'bad' },
};

export function membersSection({ members = [] }: LoadReport): Html {
	if (members.length === 0) return html``;
	const loads = members.filter(({ name, folder }) => name !== 'scenarios' && folder !== null);
	const shown = loads.find(({ name }) => name === 'average') ?? loads.at(-1);
	const others = ['spike', 'breakpoint', 'idempotency'].filter((name) =>
		loads.some((one) => one.name === name && one !== shown),
	);
	const rest =
		others.length > 0 ? `; what only ${others.join(' and ')} measured comes from there` : '';
	const below = shown ? ` The figures below are those of ${shown.name}${rest}.` : '';
	return section(
		'members',
		'Parts of the rehearsal',
		`The verdict is that of the worst part. Each part has a report of its own.${below}`,
		htmlTable({
			caption: 'Parts of the rehearsal',
			columns: [...textColumns('Part', 'Verdict', 'Result'), ...numberColumns('Took')],
			rows: members.map(({ name, verdict, folder, summary, durationMs }) => [
				folder === null ? name : html`<a href="${reportLink(folder)}">${name}</a>`,
				badge(runVerdictTones[verdict] ?? 'quiet', verdict),
				summary,
				formatDuration(durationMs),
			]),
		}),
	);
}

/**
 * A link to a member's report, relative to this page. The prefix `./` keeps a folder name with a colon from being read
 * as a URL scheme.
 */
function reportLink(folder: string): string {
	const parts = folder.replace(/\p{Surrogate}/gu, '').split(/[\\/]+/);
	return ['.', ...parts.filter(Boolean).map(encodeURIComponent), 'report.html'].join('/');
}

/** Shows the achieved rate and the response time for each offered rate. The capacity is marked. */
export function breakpointSection(report: LoadReport): Html {
	const { levels = [], capacity } = report;
	if (levels.length === 0 && !capacity) return html``;
	const sorted = levels.toSorted((a, b) => a.ratePerSecond - b.ratePerSecond);
	const rates = sorted.map(({ ratePerSecond }) => ratePerSecond);
	const highest = Math.max(1, ...rates);
	const lowest = Math.min(highest - 1, ...rates);
	const common = {
		size: { width: 500, height: 260, right: 34 },
		...{ from: lowest - (highest - lowest) * 0.05, to: highest + (highest - lowest) * 0.05 },
		xTicks: rateTicks(rates),
		verticals:
			typeof capacity?.rate === 'number'
				? [{ at: capacity.rate, label: `capacity ${formatRate(capacity.rate)}` }]
				: [],
	};
	const charts = html`<div class="halves"><figure><figcaption><h3>Achieved against offered</h3><p class="legend">flows per second; the dotted line is what was offered</p></figcaption>${achievedChart(sorted, common)}</figure>
<figure><figcaption><h3>Flow time against offered</h3><p class="legend">milliseconds; a cross is a rate that was not kept</p></figcaption>${timesChart(report, sorted, common)}</figure></div>`;
	return section(
		'breakpoint',
		'Breakpoint',
		capacity ? measuredCapacitySentence(capacity, levels) : '',
		html`${sorted.length > 0 && charts}${levels.length > 0 && levelTable(levels)}`,
	);
}

type Common = Pick<LineChart, 'size' | 'from' | 'to' | 'xTicks' | 'verticals'> & { to: number };

/** The ticks of the rate axis whose labels do not overlap the label before. */
function rateTicks(rates: readonly number[]) {
	const least = ((rates.at(-1) ?? 0) - (rates[0] ?? 0)) / 10;
	const ticks: { at: number; label: string }[] = [];
	for (const at of rates) {
		if (at - (ticks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > least) {
			ticks.push({ at, label: formatRate(at) });
		}
	}
	return ticks;
}

const levelTones = { kept: 'good', broken: 'bad', undecided: 'warn' } as const;

const symbolsOf = (
	levels: readonly Level[],
	read: (level: Level) => number | null,
): ChartSymbol[] =>
	levels.flatMap((level) => {
		const y = read(level);
		return y === null ? [] : [{ x: level.ratePerSecond, y, tone: levelTones[level.state] }];
	});

function achievedChart(levels: readonly Level[], common: Common): Html {
	const line = (read: (level: Level) => number) =>
		levels.map((level) => ({ x: level.ratePerSecond, y: read(level) }));
	return lineChart({
		...common,
		id: 'achieved',
		title: 'Achieved against offered rate, in flows per second',
		description: `Successful flows per second at ${levels.length} offered rates. The figures are in the table below.`,
		format: formatRate,
		lines: [
			{ name: 'offered', style: 'p50', points: line(({ ratePerSecond }) => ratePerSecond) },
			{ name: 'ok', style: 'p99', points: line(({ flows }) => flows.rate) },
		],
		symbols: symbolsOf(levels, ({ flows }) => flows.rate),
	});
}

function timesChart(report: LoadReport, levels: readonly Level[], common: Common): Html {
	const line = (key: 'p50' | 'p95') => ({
		...{ name: key, style: key },
		points: levels.map((level) => ({ x: level.ratePerSecond, y: level.flow[key] })),
	});
	return lineChart({
		...common,
		id: 'level-times',
		title: 'Flow time against offered rate, in milliseconds',
		description: `p50 and p95 of the successful flows at ${levels.length} offered rates, on a logarithmic axis. The figures are in the table below.`,
		format: formatMs,
		isLogarithmic: true,
		limits: chartLimitsOfStep(report, 'flow').filter(({ name }) => name === 'p95'),
		lines: [line('p50'), line('p95')],
		symbols: symbolsOf(levels, ({ flow }) => flow.p95),
	});
}

function levelTable(levels: readonly Level[]): Html {
	return htmlTable({
		caption: 'Offered rates in the order of the run',
		columns: [
			...numberColumns('Offered', 'Achieved', 'From', 'Started', 'Failed', 'Dropped'),
			...numberColumns('p50', 'p95', 'p99', 'Max'),
			...textColumns('Result'),
		],
		rows: levels.map((level) => {
			const { ratePerSecond, startSecond, flows, flow, dropped, state, why } = level;
			const time = (key: 'p50' | 'p95' | 'p99') =>
				percentileCell(formatMs(flow[key]), hasFewSamples(key, flows.ok));
			const word = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
			return [
				formatRate(ratePerSecond),
				formatRate(flows.rate),
				clockText(startSecond),
				formatCount(flows.started),
				formatCount(flows.failed),
				formatCount(dropped),
				time('p50'),
				time('p95'),
				time('p99'),
				formatMs(flow.max),
				html`<span>${badge(levelTones[state], word)}${why && html`<small class="detail">${why}</small>`}</span>`,
			];
		}),
	});
}

export function recoverySection({ recovery }: LoadReport): Html {
	if (!recovery) return html``;
	const isBack = recovery.recoveredAtSecond !== null;
	return section(
		'recovery',
		'Recovery',
		'',
		html`<p>${badge(isBack ? 'good' : 'bad', isBack ? 'Recovered' : 'Not recovered')} ${recoverySentence(recovery)}</p>`,
	);
}

const repeatKinds: Record<string, string> = {
	later: 'the same call again after its answer',
	parallel: 'three calls at the same time',
	lost: 'the same call again after its answer was lost',
	changed: 'the same key with another body',
};

export function idempotencySection({ idempotency }: LoadReport): Html {
	if (!idempotency) return html``;
	const { kinds, duplicates, examples } = idempotency;
	const verdict =
		duplicates === 0
			? html`${badge('good', 'None')} No order has more than one payment.`
			: html`${badge('bad', formatCount(duplicates))} ${duplicates === 1 ? 'order has' : 'orders have'} more than one payment${examples.length > 0 && html`: ${examples.map((one) => html`<code>${one}</code> `)}`}`;
	return section(
		'idempotency',
		'Repeated calls',
		'Each kind repeats calls with the Idempotency-Key of the first. A second payment for one order is money taken twice.',
		html`<p>${verdict}</p>${htmlTable({
			caption: 'Repeated calls',
			columns: [
				...textColumns('Kind'),
				...numberColumns('Flows', 'Repeats', 'Refused', 'Second payments'),
				...textColumns('Result'),
			],
			rows: Object.entries(kinds).map(([kind, { flows, repeats, secondPayments, refused }]) => [
				html`<span><code>${kind}</code><small class="detail">${repeatKinds[kind] ?? ''}</small></span>`,
				formatCount(flows),
				formatCount(repeats),
				formatCount(refused),
				formatCount(secondPayments),
				secondPayments === 0 ? badge('good', 'No second payment') : badge('bad', 'Paid twice'),
			]),
		})}`,
	);
}

/** The table of the reports that a merged report consists of. */
export function partsTable({ parts }: LoadReport): Html {
	const { each = [] } = parts ?? {};
	if (each.length === 0) return html``;
	return htmlTable({
		caption: 'Parts that were merged',
		columns: [
			...textColumns('Part', 'Verdict'),
			...numberColumns('Flows started', 'Idle server p95'),
		],
		rows: each.map(({ name, verdict, flows, canaryP95Ms }) => [
			name,
			badge(runVerdictTones[verdict] ?? 'quiet', verdict),
			formatCount(flows),
			canaryP95Ms === null ? missingFigure : `${formatMs(canaryP95Ms)} ms`,
		]),
	});
}
