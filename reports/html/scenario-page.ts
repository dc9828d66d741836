import type { ScenarioReport, ScenarioResult } from '../../simulator/contract/run-report.ts';
import { formatCount, formatDuration, plural } from '../figures.ts';
import { banner } from './banner.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { scenarioCard } from './scenario-card.ts';
import { section, tiles } from './section.ts';

type Status = ScenarioResult['status'];

/** What needs attention comes first. */
const order: readonly [Status, string, string][] = [
	['failed', 'Failed', ''],
	[
		'flaky',
		'Flaky',
		'Failed once and passed when repeated: they do not decide, and deserve a look.',
	],
	['passed', 'Passed', ''],
	['skipped', 'Skipped', 'They need something that this target does not offer.'],
];

export function scenarioSections(report: ScenarioReport): Html {
	const { scenarios } = report;
	const counts = countByStatus(scenarios);
	const longestMs = Math.max(0, ...scenarios.map(({ durationMs }) => durationMs));
	return html`${banner({ report, meaning: meaning(report, counts) })}
${tiles([
	{ label: 'Scenarios', value: formatCount(scenarios.length) },
	...order.map(([status, label]) => ({ label, value: formatCount(counts[status]) })),
])}
${order.map(([status, label, lead]) => {
	const group = scenarios.filter((result) => result.status === status);
	return (
		group.length > 0 &&
		section(
			status,
			`${label} (${formatCount(group.length)})`,
			lead,
			html`<div class="scenarios">${group.map((result) => scenarioCard(result, longestMs))}</div>`,
		)
	);
})}`;
}

function countByStatus(scenarios: readonly ScenarioResult[]): Record<Status, number> {
	const counts = { passed: 0, failed: 0, flaky: 0, skipped: 0 };
	for (const { status } of scenarios) counts[status] += 1;
	return counts;
}

function meaning(report: ScenarioReport, counts: Record<Status, number>): string {
	const took = formatDuration(report.durationMs);
	const tried = report.scenarios.length - counts.skipped;
	switch (report.verdict) {
		case 'PASSED':
			return `${tried === 1 ? 'The scenario' : `All ${formatCount(tried)} scenarios`} that could be tried passed in ${took}.`;
		case 'FAILED':
			return `${formatCount(counts.failed)} of ${plural(tried, 'scenario')} did not end as expected.`;
		case 'ERROR':
			return report.error ?? 'The run did not take place, so there is nothing to judge.';
	}
}
