/** The page of a scenario run: an overview of the results, each story, the findings. */
import type {
	ScenarioFinding,
	ScenarioReport,
	ScenarioResult,
} from '../../simulator/contract/run-report.ts';
import type { ShownStatus } from '../failure.ts';
import {
	isRepeatedFailure,
	modeSentence,
	reasonLineOf,
	resultsWithStatus,
	shownStatusOf,
	statusWordsOf,
} from '../failure.ts';
import { formatCount, formatDuration, missingFigure, pluralize, statusOrder } from '../figures.ts';
import type { FindingGroup } from '../findings.ts';
import { findingGroups, findingKind } from '../findings.ts';
import { linkAssumptions } from './assumptions.ts';
import type { Tone } from './components.ts';
import {
	badge,
	figureTiles,
	htmlTable,
	numberColumns,
	section,
	textColumns,
} from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { PageContent } from './page.ts';
import { arrowHeadDefinitions } from './sequence.ts';
import { storyCard } from './story-card.ts';

const tones: Record<ShownStatus, Tone> = {
	failed: 'bad',
	flaky: 'warn',
	interrupted: 'warn',
	skipped: 'quiet',
	passed: 'good',
};

/** A story with the id of its card on the page. */
interface Entry {
	result: ScenarioResult;
	id: string;
}

export const scenarioPageTitle = ({ mode }: ScenarioReport): string =>
	mode === 'merchant' ? 'Scenario run against your shop' : 'Scenario run';

export function scenarioPage(report: ScenarioReport): PageContent {
	const entries = report.scenarios.map((result, index) => ({ result, id: `story-${index + 1}` }));
	const groups = statusOrder
		.map((status) => ({
			status,
			label: capital(statusWordsOf(report)[status]),
			entries: resultsWithStatus(report.scenarios, status).flatMap(
				(result) => entries.find((entry) => entry.result === result) ?? [],
			),
		}))
		.filter((group) => group.status !== 'interrupted' || group.entries.length > 0);
	const isMerchant = report.mode === 'merchant';
	const findingsByCode = findingGroups(report);
	const findings = findingSection(findingsByCode, entries);
	const sections = html`${arrowHeadDefinitions}${figureTiles([
		{ label: 'Stories', value: formatCount(entries.length) },
		...groups.map((group) => ({ label: group.label, value: formatCount(group.entries.length) })),
	])}
${isMerchant && findings}
${entries.length > 0 && (isMerchant ? readinessMatrix(groups) : overview(groups))}
${groups.map((group) => group.entries.length > 0 && storySection(group, report, findingsByCode))}
${!isMerchant && findings}`;
	return { meaning: meaningOf(report), note: modeSentence(report), sections };
}

function meaningOf(report: ScenarioReport): string {
	const { scenarios, durationMs, verdict, error, mode } = report;
	const tried = scenarios.filter(({ status }) => status !== 'skipped').length;
	const failed = scenarios.filter(({ status }) => status === 'failed').length;
	const isMerchant = mode === 'merchant';
	switch (verdict) {
		case 'PASSED': {
			const all = tried === 1 ? 'The story' : `All ${formatCount(tried)} stories`;
			return isMerchant
				? `Your shop handled ${tried === 1 ? 'the story' : `all ${formatCount(tried)} stories`} that could be tried, in ${formatDuration(durationMs)}.`
				: `${all} that could be tried passed in ${formatDuration(durationMs)}.`;
		}
		case 'FAILED': {
			if (failed === 0) return 'No story failed every time, but some are flaky.';
			const part = `${formatCount(failed)} of ${pluralize(tried, 'story', 'stories')}`;
			return isMerchant ? `Your shop did not handle ${part}.` : `${part} did not end as expected.`;
		}
		case 'ERROR':
			return error ?? 'The run did not take place, so there is nothing to judge.';
	}
}

interface Group {
	status: ShownStatus;
	label: string;
	entries: readonly Entry[];
}

const storyLink = ({ result, id }: Entry): Html =>
	html`<a href="#${shownStatusOf(result) === 'skipped' ? 'skipped' : id}"><code>${result.name}</code></a>`;

/** Lists the ids of all stories, failed ones first. Stories that need attention are listed with their title. */
function overview(groups: readonly Group[]): Html {
	const rows = groups
		.filter(({ entries }) => entries.length > 0)
		.map(({ status, label, entries }) => {
			const needsAttention = status === 'failed' || status === 'flaky';
			const items = entries.map(
				(entry) =>
					html`<li>${storyLink(entry)}${needsAttention && html` <span>${entry.result.title}</span>`}</li>`,
			);
			return html`<div><dt>${badge(tones[status], label)}</dt><dd><ul class="${needsAttention ? 'plain' : 'names'}">${items}</ul></dd></div>`;
		});
	return section('overview', 'Overview', '', html`<dl class="overview">${rows}</dl>`);
}

/** The table for a shop: whether it handles each story, the reason if not, and the cost. */
function readinessMatrix(groups: readonly Group[]): Html {
	const rows = groups.flatMap(({ status, label, entries }) =>
		entries.map((entry) => [
			html`${entry.result.steps.length > 0 ? storyLink(entry) : html`<code>${entry.result.name}</code>`}<small class="detail">${entry.result.title}</small>`,
			badge(tones[status], label),
			linkAssumptions(reasonLineOf(entry.result)),
			linkAssumptions((status !== 'passed' && entry.result.cost) || ''),
		]),
	);
	return section(
		'readiness',
		'Readiness matrix',
		'Whether your shop handles each story, why not, and what that costs you in production.',
		htmlTable({
			caption: 'Readiness matrix',
			columns: textColumns('Story', 'Result', 'Why', 'What it costs'),
			rows,
		}),
	);
}

/** The most stories that are shown open: often they fail for one reason, and each is longer than a screen. */
const maxOpen = 3;

const leads: Record<ShownStatus, string> = {
	failed: '',
	flaky: 'They failed once and passed when repeated.',
	interrupted: 'They were running when the run was interrupted.',
	skipped: '',
	passed: '',
};

function storySection(
	{ status, label, entries }: Group,
	report: ScenarioReport,
	findingsByCode: readonly FindingGroup[],
): Html {
	const isMerchant = report.mode === 'merchant';
	// Leave out skipped stories of a shop: the table above has their reasons.
	if (status === 'skipped' && isMerchant) return html``;
	const body =
		status === 'skipped'
			? htmlTable({
					caption: label,
					columns: textColumns('Story', 'Why'),
					rows: entries.map(({ result }) => [
						html`<code>${result.name}</code><small class="detail">${result.title}</small>`,
						linkAssumptions(reasonLineOf(result) || missingFigure),
					]),
				})
			: html`<div class="scenarios">${entries.map((entry, index) =>
					storyCard({
						...entry,
						isOpen: status === 'failed' && index < maxOpen && !isRepeatedFailure(entry.result),
						badge: badge(tones[status], label),
						findings: findingsOf(findingsByCode, entry.result.name),
					}),
				)}</div>`;
	return section(status, `${label} (${formatCount(entries.length)})`, leads[status], body);
}

const rowId = (index: number) => `finding-${index + 1}`;

function findingsOf(groups: readonly FindingGroup[], story: string) {
	return groups.flatMap(({ findings }, index) =>
		findings
			.filter((finding) => finding.story === story)
			.map((finding) => ({ finding, row: rowId(index) })),
	);
}

const severityTones = { money: 'bad', wrong: 'bad', risky: 'warn', note: 'quiet' } as const;

function findingSection(groups: readonly FindingGroup[], entries: readonly Entry[]): Html {
	if (groups.length === 0) return html``;
	const rows = groups.map(({ code, severity, count, findings }, index) => {
		const kind = findingKind(code);
		const about = kind && html`<small class="detail">${linkAssumptions(kind.text)}</small>`;
		const assumption = kind?.assumption && html` (assumes ${linkAssumptions(kind.assumption)})`;
		return [
			html`<span id="${rowId(index)}"><code>${code}</code></span>${about}`,
			badge(severityTones[severity], severity),
			html`<span>${kind?.fix ?? missingFigure}${assumption}</span>`,
			storyLinks(code, findings, entries),
			formatCount(count),
		];
	});
	return section(
		'findings',
		'Findings',
		'What the sandbox found odd in the calls of these stories.',
		htmlTable({
			caption: 'Findings',
			columns: [
				...textColumns('Finding', 'Severity', 'What to do', 'Stories'),
				...numberColumns('Count'),
			],
			rows,
		}),
	);
}

/** Links to the stories of a finding. Only the first are shown if they are many. */
function storyLinks(
	code: string,
	findings: readonly ScenarioFinding[],
	entries: readonly Entry[],
): Html {
	const links = findings.map(({ story }) => {
		const found = entries.find(({ result }) => result.name === story);
		return html`<li>${found ? storyLink(found) : story}</li>`;
	});
	const more = links.slice(maxLinks);
	return html`<div><ul class="plain">${links.slice(0, maxLinks)}</ul>${
		more.length > 0 &&
		html`<details><summary>${formatCount(more.length)} more<span class="hidden"> stories with ${code}</span></summary><ul class="plain">${more}</ul></details>`
	}</div>`;
}

const maxLinks = 3;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
