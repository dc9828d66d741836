import type { LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';
import { formatCount, formatMs, formatRate, formatShare, missing, share } from '../figures.ts';
import { banner } from './banner.ts';
import { overTime } from './chart/over-time.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { Tone } from './icons.ts';
import { badge } from './icons.ts';
import { flowSections } from './load-flows.ts';
import { generatorSection } from './load-generator.ts';
import { latencySection } from './load-latency.ts';
import { limitsSection } from './load-limits.ts';
import type { Tile } from './section.ts';
import { tiles } from './section.ts';

export function loadSections(report: LoadReport): Html {
	return html`${banner({ report, meaning: meaning(report), reasons: reasonList(report.reasons) })}
${tiles(keyFigures(report))}
${limitsSection(report)}
${latencySection(report)}
${overTime(report)}
${flowSections(report)}
${generatorSection(report)}`;
}

function meaning(report: LoadReport): string {
	const judged = report.slo.filter((row) => row.judged).length;
	switch (report.verdict) {
		case 'GO':
			return report.plan.judgesLatency
				? `${judged === 1 ? 'The judged limit' : `All ${formatCount(judged)} judged limits`} held under this load.`
				: 'Every flow worked and every answer kept the contract. A smoke run does not judge speed.';
		case 'NO-GO':
			return 'The target did not hold up to what was asked of it.';
		case 'INCONCLUSIVE':
			return 'Something was measured, but not well enough to be trusted either way.';
		case 'ERROR':
			return 'The run did not take place as planned, so there is nothing to judge.';
	}
}

const severities: Record<LoadReason['severity'], [Tone, string]> = {
	error: ['bad', 'Error'],
	inconclusive: ['warn', 'Inconclusive'],
	'no-go': ['bad', 'No-go'],
	note: ['quiet', 'Note'],
};

function reasonList(reasons: readonly LoadReason[]): Html {
	if (reasons.length === 0) return html``;
	return html`<ul class="reasons" aria-label="Reasons">${reasons.map(({ severity, detail }) => {
		const [tone, word] = severities[severity];
		return html`<li>${badge(tone, word)}<span>${detail}</span></li>`;
	})}</ul>`;
}

function keyFigures({ flows, plan, generator, steps }: LoadReport): Tile[] {
	const asked =
		plan.ratePerSecond === null
			? 'per second'
			: `per second, of ${formatRate(plan.ratePerSecond)} asked for`;
	const slowest = Object.entries(steps).reduce<[string, number] | null>(
		(worst, [name, { p95 }]) =>
			p95 !== null && (worst === null || p95 > worst[1]) ? [name, p95] : worst,
		null,
	);
	return [
		{
			label: 'Flows ok',
			value: formatCount(flows.ok),
			note: `of ${formatCount(flows.started)} started`,
		},
		{
			label: 'Flows failed',
			value: formatCount(flows.failed),
			note: `${formatShare(share(flows.failed, flows.ok + flows.failed))} of those finished`,
		},
		{ label: 'Flow rate', value: formatRate(flows.rate), note: asked },
		{
			label: 'Flows dropped',
			value: formatCount(generator.dropped),
			note: 'never started',
		},
		{
			label: 'Slowest p95',
			value: slowest ? `${formatMs(slowest[1])} ms` : missing,
			note: slowest?.[0] ?? 'no call was measured',
		},
	];
}
