/** The page of a load run: what was loaded, its limits, its figures over time, its parts, the load generator. */
import type { LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';
import {
	formatCount,
	formatMs,
	formatRate,
	formatShare,
	missingFigure,
	ratioOf,
} from '../figures.ts';
import type { PhaseFlows } from '../flow-counts.ts';
import {
	laterPhases,
	laterPhasesSentence,
	measuredPartSentence,
	measuredPhase,
} from '../flow-counts.ts';
import {
	declaredLoadSentence,
	hasFewSamples,
	isRehearsal,
	paceSentence,
	verdictMeaning,
	whatWasLoadedSentence,
} from '../load-facts.ts';
import { overTimeSection } from './chart/over-time.ts';
import type { FigureTile, Tone } from './components.ts';
import { badge, definitionList, figureTiles, section } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { limitsSection } from './limits-section.ts';
import {
	breakpointSection,
	idempotencySection,
	membersSection,
	recoverySection,
} from './load-parts.ts';
import { failureSection, flowSections, generatorSections, latencySection } from './load-tables.ts';
import type { PageContent } from './page.ts';
import { shopSection } from './shop-section.ts';

export function loadTitle(report: LoadReport): string {
	const { plan, subject } = report;
	if (isRehearsal(report)) return subject === 'merchant' ? 'Rehearsal with your shop' : 'Rehearsal';
	return `Load run${subject === 'merchant' ? ' against your shop' : ''}, ${plan.profile}`;
}

export function loadPage(report: LoadReport): PageContent {
	const rehearsal = isRehearsal(report);
	// The report of a rehearsal leaves out sections without figures, because the reports of its members contain them.
	const has = (part: object) => !rehearsal || Object.keys(part).length > 0;
	const sections = html`${rehearsal ? membersSection(report) : figureTiles(keyFigures(report))}
${!rehearsal && measuredPartParagraph(report)}
${has(report.slo) && limitsSection(report)}
${notTestedSection(report)}
${signature}
${has(report.series) && overTimeSection(report)}
${has(report.steps) && latencySection(report)}
${failureSection(report)}
${breakpointSection(report)}
${recoverySection(report)}
${idempotencySection(report)}
${shopSection(report)}
${has(report.flowsByStory) && flowSections(report)}
${!rehearsal && generatorSections(report)}`;
	const facts = bannerFacts(report);
	return { meaning: verdictMeaning(report), facts, reasons: reasonList(report.reasons), sections };
}

/** Below the tiles of a breakpoint run and of a spike. */
function measuredPartParagraph(report: LoadReport): Html {
	const sentence = `${measuredPartSentence(report)} ${laterPhasesSentence(report)}`.trim();
	return html`${sentence !== '' && html`<p class="lead">${sentence}</p>`}`;
}

function bannerFacts(report: LoadReport): Html {
	const loaded = whatWasLoadedSentence(report);
	return definitionList([
		['Loaded', report.subject === 'sandbox' ? html`<strong>${loaded}</strong>` : loaded],
		['Rate', paceSentence(report)],
		['Declared load', declaredLoadSentence(report.plan)],
	]);
}

const severities: Record<LoadReason['severity'], [Tone, string]> = {
	error: ['bad', 'Error'],
	inconclusive: ['warn', 'Inconclusive'],
	'no-go': ['bad', 'No-go'],
	note: ['quiet', 'Note'],
};

function reasonList(reasons: readonly LoadReason[]): Html {
	if (reasons.length === 0) return html``;
	return html`<ul class="reasons" aria-label="Reasons">${reasons.map(
		({ severity, text, evidence }) => {
			const [tone, word] = severities[severity];
			const more = evidence.map((line) => html`<br><small>${line}</small>`);
			return html`<li>${badge(tone, word)}<span>${text}${more}</span></li>`;
		},
	)}</ul>`;
}

function keyFigures(report: LoadReport): FigureTile[] {
	const { flows, plan, generator, flowTimes, capacity } = report;
	const asked =
		plan.ratePerSecond === null
			? 'per second'
			: `per second, of ${formatRate(plan.ratePerSecond)} asked for`;
	const phase = measuredPhase(report);
	const flowTile: FigureTile | undefined = flowTimes && {
		label: `Flow p95${measuredPhase(report)}`,
		value: `${formatMs(flowTimes.p95)} ms`,
		note: hasFewSamples('p95', flowTimes.count) ? 'too few samples' : 'connecting included',
	};
	return [
		{
			label: `Flows ok${phase}`,
			value: formatCount(flows.ok),
			note: `of ${formatCount(flows.started)} started`,
		},
		{
			label: `Flows failed${phase}`,
			value: formatCount(flows.failed),
			note: failedShareText(flows),
		},
		...laterPhases(report).flatMap(phaseTiles),
		capacity
			? { label: 'Capacity', value: formatRate(capacity.rate), note: 'flows per second' }
			: { label: `Flow rate${phase}`, value: formatRate(flows.rate), note: asked },
		{
			label: `Flows dropped${phase}`,
			value: formatCount(generator.dropped),
			note: 'never started',
		},
		flowTile ?? slowestTile(report),
	];
}

const failedShareText = ({ ok, failed }: Pick<PhaseFlows, 'ok' | 'failed'>) =>
	`${formatShare(ratioOf(failed, ok + failed))} of those finished`;

function phaseTiles(phase: PhaseFlows): FigureTile[] {
	const { when, ok, failed, note } = phase;
	const failedTile = {
		label: `Flows failed ${when}`,
		value: formatCount(failed),
		note: failedShareText(phase),
	};
	if (when !== 'at the peak') return [failedTile];
	return [{ label: `Flows ok ${when}`, value: formatCount(ok), note }, failedTile];
}

function slowestTile({ steps }: LoadReport): FigureTile {
	const slowest = Object.entries(steps).reduce<[string, number] | null>(
		(worst, [name, { p95 }]) =>
			p95 !== null && (worst === null || p95 > worst[1]) ? [name, p95] : worst,
		null,
	);
	return {
		label: 'Slowest p95',
		value: slowest ? `${formatMs(slowest[1])} ms` : missingFigure,
		note: slowest?.[0] ?? 'no call was measured',
	};
}

function notTestedSection({ notTested = [] }: LoadReport): Html {
	if (notTested.length === 0) return html``;
	return section(
		'not-tested',
		'Not tested',
		'What this verdict does not tell.',
		html`<ul class="not-tested">${notTested.map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
	);
}

/** Printed on paper only: the person who decides signs the first page. */
const signature = html`<dl class="signature"><div><dt>Name</dt><dd></dd></div><div><dt>Date</dt><dd></dd></div><div><dt>Signature</dt><dd></dd></div></dl>`;
