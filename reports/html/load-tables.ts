/** The tables of a load report: answer times, stories, outcomes, plan and generator. */
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { maxDroppedShare, startLagLimitMs } from '../doubts.ts';
import {
	formatCount,
	formatDuration,
	formatMs,
	formatRate,
	formatShare,
	missingFigure,
	share,
} from '../figures.ts';
import type { Table } from './components.ts';
import { bar, definitions, numberColumns, section, table, textColumns } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

const tableOr = (content: Table, empty: string) =>
	content.rows.length === 0 ? html`<p>${empty}</p>` : table(content);

export function latencySection({ steps }: LoadReport): Html {
	const content: Table = {
		caption: 'Answer time per call, in milliseconds',
		columns: [
			...textColumns('Call'),
			...numberColumns('Count', 'Failed', 'p50', 'p95', 'p99', 'Max'),
			...numberColumns('Injected p50 / p95', 'Own p50 / p95'),
		],
		rows: Object.entries(steps).map(([name, step]) => [
			html`<code>${name}</code>`,
			formatCount(step.count),
			step.failed === 0
				? '0'
				: `${formatCount(step.failed)} (${formatShare(share(step.failed, step.count))})`,
			formatMs(step.p50),
			formatMs(step.p95),
			html`<strong>${formatMs(step.p99)}</strong>`,
			formatMs(step.max),
			`${formatMs(step.injected.p50)} / ${formatMs(step.injected.p95)}`,
			`${formatMs(step.own.p50)} / ${formatMs(step.own.p95)}`,
		]),
	};
	const lead =
		'Milliseconds, from the request sent to the answer read. “Injected” is what a sandbox waited on purpose, “own” is its own work; percentiles do not add up.';
	return section('latency', 'Answer times', lead, tableOr(content, 'No call was measured.'));
}

export function flowSections({ flowsByStory, flows, outcomes }: LoadReport): Html {
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
			formatShare(share(flow.started, flows.started)),
		]),
	};
	const entries = Object.entries(outcomes).sort(([, a], [, b]) => b - a);
	const total = entries.reduce((sum, [, count]) => sum + count, 0);
	const ended: Table = {
		caption: 'How the calls and payments ended',
		columns: [...textColumns('Outcome'), ...numberColumns('Count'), ...textColumns('Share')],
		rows: entries.map(([name, count]) => {
			const part = share(count, total);
			return [name, formatCount(count), html`${bar(part)} ${formatShare(part)}`];
		}),
	};
	return html`<div class="pair">${section('stories', 'Stories', '', tableOr(stories, 'No flow was counted.'))}${section('outcomes', 'Outcomes', '', tableOr(ended, 'No outcome was counted.'))}</div>`;
}

/** The plan, and whether the generator was able to execute it. */
export function generatorSections(report: LoadReport): Html {
	return html`<div class="pair">${section('plan', 'Plan', '', definitions(planFacts(report)))}
${section('generator', 'Load generator', 'When k6 itself struggles, its figures say nothing about the target.', definitions(generatorFacts(report)))}</div>`;
}

function planFacts({ plan }: LoadReport): [string, Html | string][] {
	const { ratePerSecond, iterations, warmUpMs, holdMs } = plan;
	const counted =
		iterations === null ? missingFigure : `${formatCount(iterations)} flows, one after another`;
	return [
		['Profile', plan.profile],
		[
			'Pace',
			ratePerSecond === null ? counted : `${formatRate(ratePerSecond)} flows started per second`,
		],
		['Warm-up, not measured', warmUpMs > 0 ? formatDuration(warmUpMs) : 'none'],
		...(holdMs > 0 ? [['Measured part', formatDuration(holdMs)] as [string, string]] : []),
		['Virtual users, at most', formatCount(plan.maxVUs)],
		['A call gives up after', formatDuration(plan.timeoutMs)],
		[
			'Mix',
			html`<ul class="plain">${Object.entries(plan.mix).map(
				([name, part]) => html`<li><code>${name}</code> ${formatShare(part)}</li>`,
			)}</ul>`,
		],
	];
}

function generatorFacts({ generator, flows, plan }: LoadReport): [string, string][] {
	const { startLagP99Ms, dropped, cpu, k6Version, k6ExitCode } = generator;
	const limit =
		plan.ratePerSecond === null
			? ''
			: `, limit ${formatMs(startLagLimitMs(plan.ratePerSecond))} ms`;
	const droppedShare = formatShare(share(dropped, flows.started + dropped));
	return [
		[
			'Start lag p99',
			startLagP99Ms === null ? 'not measured' : `${formatMs(startLagP99Ms)} ms${limit}`,
		],
		[
			'Flows dropped',
			`${formatCount(dropped)} (${droppedShare}, limit ${formatShare(maxDroppedShare)})`,
		],
		['Processor', cpu === null ? 'not measured' : `${formatShare(cpu)} of one core`],
		['k6', k6Version],
		['Exit code of k6', k6ExitCode === null ? 'none' : String(k6ExitCode)],
	];
}
