import type { LoadReport } from '../../simulator/contract/run-report.ts';
import {
	formatCount,
	formatDuration,
	formatMs,
	formatRate,
	formatShare,
	missing,
	share,
} from '../figures.ts';
import { maxDroppedShare, startLagLimitMs } from '../rules/trust.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { section } from './section.ts';
import { definitions } from './table.ts';

/** What was asked for, and whether the generator was able to do it. */
export function generatorSection(report: LoadReport): Html {
	return html`<div class="pair">${section('plan', 'Plan', '', definitions(plan(report)))}
${section('generator', 'Load generator', 'When k6 itself struggles, its figures say nothing about the target.', definitions(health(report)))}</div>`;
}

function plan({ plan }: LoadReport): [string, Html | string][] {
	return [
		['Profile', plan.profile],
		['Pace', pace(plan)],
		['Warm-up, not measured', plan.warmUpMs > 0 ? formatDuration(plan.warmUpMs) : 'none'],
		...(plan.holdMs > 0
			? [['Measured part', formatDuration(plan.holdMs)] as [string, string]]
			: []),
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

function pace({ ratePerSecond, iterations }: LoadReport['plan']): string {
	if (ratePerSecond !== null) return `${formatRate(ratePerSecond)} flows started per second`;
	return iterations === null ? missing : `${formatCount(iterations)} flows, one after another`;
}

function health({ generator, flows, plan }: LoadReport): [string, string][] {
	const lag =
		plan.ratePerSecond === null
			? ''
			: `, limit ${formatMs(startLagLimitMs(plan.ratePerSecond))} ms`;
	const dropped = share(generator.dropped, flows.started + generator.dropped);
	return [
		[
			'Start lag p99',
			generator.startLagP99Ms === null
				? 'not measured'
				: `${formatMs(generator.startLagP99Ms)} ms${lag}`,
		],
		[
			'Flows dropped',
			`${formatCount(generator.dropped)} (${formatShare(dropped)}, limit ${formatShare(maxDroppedShare)})`,
		],
		[
			'Processor',
			generator.cpu === null ? 'not measured' : `${formatShare(generator.cpu)} of one core`,
		],
		['k6', generator.k6Version],
		['Exit code of k6', generator.k6ExitCode === null ? 'none' : String(generator.k6ExitCode)],
	];
}
