/** The tables of a load report: response times, failures, stories, outcomes, plan and generator. */
import type { Latency, LoadStep } from '../../simulator/contract/load-results.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { maxCanaryMs } from '../canary.ts';
import { maxDroppedShare, startLagLimitMs } from '../doubts.ts';
import {
	formatCount,
	formatDuration,
	formatMs,
	formatRate,
	formatShare,
	missingFigure,
	pluralize,
	ratioOf,
} from '../figures.ts';
import { measuredPartSentence, measuredPhase } from '../flow-counts.ts';
import {
	hasFewSamples,
	measuredStepSentence,
	paceSentence,
	sortStepsByFlow,
} from '../load-facts.ts';
import { minPercentileSamples } from '../slo.ts';
import { clockText } from './chart/frame.ts';
import type { Table } from './components.ts';
import {
	definitionList,
	htmlTable,
	numberColumns,
	percentileCell,
	section,
	shareBar,
	textColumns,
} from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { partsTable } from './load-parts.ts';

const tableOr = (content: Table, empty: string) =>
	content.rows.length === 0 ? html`<p>${empty}</p>` : htmlTable(content);

export function latencySection(report: LoadReport): Html {
	const { steps } = report;
	const content: Table = {
		caption: 'Response time per call, in milliseconds',
		columns: [
			...textColumns('Call'),
			...numberColumns('Count', 'Failed', 'p50', 'p95', 'p99', 'Max'),
			...numberColumns('Injected p50 / p95', 'Own p50 / p95'),
		],
		rows: [
			...sortStepsByFlow(Object.keys(steps)).flatMap((name) => stepRow(name, steps[name])),
			...flowRows(report),
		],
	};
	const lead = html`${measuredPartSentence(report)} Milliseconds, from the request sent to the answer read. “Injected” is what a sandbox waited on purpose, “own” is its own work; percentiles do not add up. <span class="few">Grey</span> figures have too few samples: a p95 needs ${formatCount(minPercentileSamples.p95)}, a p99 ${formatCount(minPercentileSamples.p99)}.`;
	return section('latency', 'Response times', lead, tableOr(content, 'No call was measured.'));
}

/** The cells of percentiles. Their samples are the accepted calls. */
function timeCells(times: Latency, samples: number): Html[] {
	const percentiles = (['p50', 'p95', 'p99'] as const).map((key) =>
		percentileCell(formatMs(times[key]), hasFewSamples(key, samples)),
	);
	return [...percentiles, html`${formatMs(times.max)}`];
}

function stepRow(name: string, step: LoadStep | undefined) {
	if (step === undefined) return [];
	const { count, failed, injected, own } = step;
	const failures =
		failed === 0 ? '0' : `${formatCount(failed)} (${formatShare(ratioOf(failed, count))})`;
	return [
		[
			html`<code>${name}</code>`,
			formatCount(count),
			failures,
			...timeCells(step, count - failed),
			`${formatMs(injected.p50)} / ${formatMs(injected.p95)}`,
			`${formatMs(own.p50)} / ${formatMs(own.p95)}`,
		],
	];
}

/** Rows for whole flows: their own duration, the time from their planned start, and the time for connecting. */
function flowRows({ flowTimes, flows, connecting }: LoadReport) {
	const row = (name: string, note: string, count: number, failed: string, times: Latency) => [
		html`<span>${name}<small class="detail">${note}</small></span>`,
		formatCount(count),
		failed,
		...timeCells(times, count),
		missingFigure,
		missingFigure,
	];
	const finished = flows.ok + flows.failed;
	return [
		...(flowTimes
			? [
					row(
						'Whole flow',
						'successful flows, connecting and TLS included',
						flowTimes.count,
						missingFigure,
						flowTimes,
					),
					row(
						'From the intended start',
						'a failed flow counts as slow as its timeout',
						finished,
						formatCount(flows.failed),
						flowTimes.fromIntendedStart,
					),
				]
			: []),
		...(connecting
			? [
					row('Connecting', 'new connections', connecting.opened, missingFigure, connecting.tcp),
					...(connecting.tls
						? [row('TLS', 'handshakes', connecting.opened, missingFigure, connecting.tls)]
						: []),
				]
			: []),
	];
}

const maxFailures = 50;

/** The table of failures: each kind with its count and the seconds in which it happened. */
export function failureSection(report: LoadReport): Html {
	const { failures } = report;
	if (failures.length === 0) return html``;
	const more = failures.length - maxFailures;
	return section(
		'failures',
		'Failures',
		html`${measuredStepSentence(report)} Calls and expectations that failed in ${measuredPhase(report) === '' ? 'the measured part' : 'all phases after the warm-up'}, by call and kind.`,
		html`${htmlTable({
			caption: 'Failures',
			columns: [
				...textColumns('Call', 'How it failed'),
				...numberColumns('Count', 'First', 'Last'),
				...textColumns('Example'),
			],
			rows: failures
				.slice(0, maxFailures)
				.map(({ step, outcome, status, problem, count, firstSecond, lastSecond, example }) => [
					html`<code>${step}</code>`,
					html`<span>${outcome}${status !== null && `, status ${status}`}${problem && html`<small class="detail">${problem}</small>`}</span>`,
					formatCount(count),
					clockText(firstSecond),
					clockText(lastSecond),
					example ? html`<small>${example}</small>` : missingFigure,
				]),
		})}${more > 0 && html`<p>${pluralize(more, 'more kind')} of failure ${more === 1 ? 'is' : 'are'} in report.json.</p>`}`,
	);
}

export function flowSections(report: LoadReport): Html {
	const { flowsByStory, flows, outcomes } = report;
	const lead = measuredPartSentence(report);
	const stories: Table = {
		caption: 'Flows per story',
		columns: [
			...textColumns('Story'),
			...numberColumns('Started', 'Ok', 'Failed', 'Per second', 'Share'),
		],
		rows: Object.entries(flowsByStory).map(([name, flow]) => [
			html`<code>${name}</code>`,
			formatCount(flow.started),
			formatCount(flow.ok),
			formatCount(flow.failed),
			formatRate(flow.rate),
			formatShare(ratioOf(flow.started, flows.started)),
		]),
	};
	const entries = Object.entries(outcomes).sort(([, a], [, b]) => b - a);
	const total = entries.reduce((sum, [, count]) => sum + count, 0);
	const ended: Table = {
		caption: 'How the calls and payments ended',
		columns: [...textColumns('Outcome'), ...numberColumns('Count'), ...textColumns('Share')],
		rows: entries.map(([name, count]) => {
			const part = ratioOf(count, total);
			return [name, formatCount(count), html`${shareBar(part)} ${formatShare(part)}`];
		}),
	};
	return html`<div class="pair">${section('stories', 'Stories', lead, tableOr(stories, 'No flow was counted.'))}${section('outcomes', 'Outcomes', lead, tableOr(ended, 'No outcome was counted.'))}</div>`;
}

/** The plan, and whether the load generator executed it. */
export function generatorSections(report: LoadReport): Html {
	const lead = measuredStepSentence(report);
	return html`<div class="pair">${section('plan', 'Plan', '', definitionList(planFacts(report)))}
${section('generator', 'Load generator', html`${lead} When k6 itself struggles, its figures say nothing about the target.`, html`${definitionList(generatorFacts(report))}${partsTable(report)}`)}</div>`;
}

type Fact = [string, Html | string];

/** A row with a fact; empty if the report does not have the value. */
const known = <T>(
	value: T | null | undefined,
	label: string,
	text: (value: T) => string,
): Fact[] => (value === undefined || value === null ? [] : [[label, text(value)]]);

const connectionWords = {
	'per-user': 'each virtual user keeps its own',
	new: 'each flow opens a new one',
};
const shopperWords = {
	none: 'no shopper: flows end at the redirect',
	http: 'the cashier is played over HTTP',
	browser: 'a browser plays the cashier for some flows',
};

function planFacts(report: LoadReport): Fact[] {
	const { warmUpMs, holdMs, maxVUs, timeoutMs, mix, profile, connections, shopper } = report.plan;
	return [
		['Profile', profile],
		['Pace', paceSentence(report)],
		['Warm-up, not measured', warmUpMs > 0 ? formatDuration(warmUpMs) : 'none'],
		...known(holdMs > 0 ? holdMs : null, 'Measured part', formatDuration),
		['Virtual users, at most', formatCount(maxVUs)],
		['A call gives up after', formatDuration(timeoutMs)],
		...known(connections, 'Connections', (value) => connectionWords[value]),
		...known(shopper, 'Shopper', (value) => shopperWords[value]),
		[
			'Mix',
			html`<ul class="plain">${Object.entries(mix).map(
				([name, part]) => html`<li><code>${name}</code> ${formatShare(part)}</li>`,
			)}</ul>`,
		],
	];
}

function generatorFacts({ generator, flows, plan, connecting, parts }: LoadReport): Fact[] {
	const { startLagP99Ms, dropped, cpu, k6Version, k6ExitCode, canary, memoryMb } = generator;
	const limit =
		plan.ratePerSecond === null || canary !== undefined
			? ''
			: `, limit ${formatMs(startLagLimitMs(plan.ratePerSecond))} ms`;
	const droppedShare = formatShare(ratioOf(dropped, flows.started + dropped));
	return [
		...known(
			canary,
			'Idle server beside it, p95',
			({ p95Ms }) => `${formatMs(p95Ms)} ms, limit ${maxCanaryMs} ms`,
		),
		[
			'Start lag p99',
			startLagP99Ms === null ? 'not measured' : `${formatMs(startLagP99Ms)} ms${limit}`,
		],
		[
			'Flows dropped',
			`${formatCount(dropped)} (${droppedShare}, limit ${formatShare(maxDroppedShare)})`,
		],
		...known(generator.maxInFlight, 'Flows in flight, at most', formatCount),
		...known(generator.connections, 'Connections, at most', formatCount),
		...known(connecting?.opened, 'New connections', formatCount),
		...known(memoryMb, 'Memory, at most', (value) => `${formatCount(value)} MiB`),
		['Processor', cpu === null ? 'not measured' : `${formatShare(cpu)} of one core`],
		...known(
			parts,
			'Parts found',
			({ found, planned }) =>
				`${formatCount(found.length)} of ${pluralize(planned, 'part')}${found.length > 0 ? `: ${found.join(', ')}` : ''}`,
		),
		['k6', k6Version],
		['Exit code of k6', k6ExitCode === null ? 'none' : String(k6ExitCode)],
	];
}
