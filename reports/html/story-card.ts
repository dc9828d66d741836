/** The card of one story: the cost of its failure, the difference, the sequence diagram, and how to repeat it. */
import type {
	Deviation,
	ScenarioFinding,
	ScenarioResult,
	ScenarioStep,
} from '../../simulator/contract/run-report.ts';
import { messageWithoutDetails, sortStepsByStart } from '../failure.ts';
import { formatDuration, missingFigure } from '../figures.ts';
import { linkAssumptions } from './assumptions.ts';
import { badge, htmlTable, textColumns } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { hasMessages, renderSequenceDiagram } from './sequence.ts';

export interface StoryCard {
	/** The id of the card, unique on the page. */
	id: string;
	result: ScenarioResult;
	badge: Html;
	isOpen: boolean;
	/** The findings of this story, each with the id of its row in the section of findings. */
	findings: readonly { finding: ScenarioFinding; row: string }[];
}

export function storyCard({ id, result, badge: statusBadge, isOpen, findings }: StoryCard): Html {
	const { title, durationMs, name, tags, failure, transactionIds, deviations } = result;
	const open = isOpen && html` open`;
	// The id is on an element inside: a browser opens folded content for a link to something inside it only.
	return html`<details class="scenario"${open}>
<summary><span class="what">${statusBadge}<span class="title"><code>${name}</code> <span>${title}</span></span></span><span class="time">${formatDuration(durationMs)}</span></summary>
<div class="body" id="${id}">
${failure && failureBox(result)}
${findings.length > 0 && findingLinks(findings)}
${deviations && deviations.length > 0 && deviationTable(deviations, title)}
${stepsOf(id, result)}
${failure?.timeline && failure.timeline.length > 0 && timeline(failure.timeline)}
${failure && repeatBlocks(result)}
${transactionIds.length > 0 && html`<p class="ids"><span>Transactions</span> ${transactionIds.map((one) => html`<code>${one}</code> `)}</p>`}
${tags.length > 0 && html`<p class="ids"><span>Tags</span> ${tags.map((tag) => html`<span class="tag">${tag}</span> `)}</p>`}
</div>
</details>
`;
}

function failureBox(result: ScenarioResult): Html {
	const { status, failure, cost, advice } = result;
	if (!failure) return html``;
	const { step, expected, actual } = failure;
	const message = messageWithoutDetails(result);
	const when = status === 'flaky' ? 'The first time it failed at' : 'Failed at';
	const hasDifference = expected !== undefined && actual !== undefined;
	return html`<div class="failure">
${(cost || advice) && html`<dl class="stakes">${cost && html`<div><dt>What it costs in production</dt><dd>${linkAssumptions(cost)}</dd></div>`}${advice && html`<div><dt>What to do</dt><dd>${linkAssumptions(advice)}</dd></div>`}</dl>`}
<p>${when} <strong>${step}</strong></p>
${message !== '' && html`<pre tabindex="0" role="group" aria-label="Failure message">${linkAssumptions(message)}</pre>`}
${hasDifference && difference(expected, actual)}
</div>`;
}

function difference(expected: string, actual: string): Html {
	const isLong = Math.max(expected.length, actual.length) > 60;
	const sides = [expected, actual].map((json) => (isLong ? linesOf(json) : [json]));
	const side = (label: string, own: readonly string[] = [], other: readonly string[] = []) =>
		html`<div><dt>${label}</dt><dd tabindex="0">${own.map((line, index) => {
			const end = index < own.length - 1 ? '\n' : '';
			return html`${other.includes(line) ? line : html`<mark>${line}</mark>`}${end}`;
		})}</dd></div>`;
	return html`<dl class="difference">${side('Expected', sides[0], sides[1])}${side('Got', sides[1], sides[0])}</dl>`;
}

/** Formats JSON with one value on each line, so that the lines that differ can be marked. */
function linesOf(json: string): string[] {
	try {
		return JSON.stringify(JSON.parse(json), null, 2).split('\n');
	} catch {
		return [json];
	}
}

function findingLinks(findings: StoryCard['findings']): Html {
	return html`<div><h3>Findings</h3><ul class="plain">${findings.map(
		({ finding, row }) =>
			html`<li><a href="#${row}">${finding.code}</a> (${finding.severity}${finding.entries.length > 0 && `; journal ${finding.entries.join(', ')}`})</li>`,
	)}</ul></div>`;
}

function deviationTable(deviations: readonly Deviation[], title: string): Html {
	return html`<div><h3>Deviations from the document</h3>${htmlTable({
		caption: `Deviations of “${title}”`,
		columns: textColumns('Field', 'Documented', 'Got'),
		rows: deviations.map(({ path, documented, got }) => [
			html`<code>${path}</code>`,
			linkAssumptions(documented),
			html`<code>${got}</code>`,
		]),
	})}</div>`;
}

/** Shows the diagram, with the list of steps folded. If no step has a message, only the list is shown. */
function stepsOf(id: string, result: ScenarioResult): Html {
	if (result.steps.length === 0) return html``;
	const list = stepTable(result);
	if (!hasMessages(result)) return list;
	return html`<figure class="story">${renderSequenceDiagram(id, result)}
<details class="figures"><summary>Steps as a list<span class="hidden">: ${result.title}</span></summary>${list}</details></figure>`;
}

function stepTable(result: ScenarioResult): Html {
	const { title, failure } = result;
	return htmlTable({
		caption: `Steps of “${title}”`,
		columns: textColumns('Step', 'At', 'Who', 'Result', 'Took'),
		rows: sortStepsByStart(result.steps).map((step) => [
			stepName(step, failure?.message),
			html`<span class="nowrap">${step.atMs === undefined ? missingFigure : formatDuration(step.atMs)}</span>`,
			step.message ? `${step.message.from} → ${step.message.to}` : missingFigure,
			step.status === 'passed' ? badge('good', 'Passed') : badge('bad', 'Failed'),
			html`<span class="nowrap">${formatDuration(step.durationMs)}</span>`,
		]),
	});
}

/** The name of a step with its detail. The failure's message is left out, because it is shown above. */
function stepName({ name, detail }: ScenarioStep, message: string | undefined): Html {
	const [first = ''] = message?.split('\n') ?? [];
	const own = first ? detail?.split(first, 1)[0]?.replace(/; $/, '') : detail;
	return html`${name}${own && html`<small class="detail">${own}</small>`}`;
}

function timeline(lines: readonly string[]): Html {
	return html`<div><h3>What the sandbox saw</h3><ol class="timeline">${lines.map((line) => html`<li>${linkAssumptions(line)}</li>`)}</ol></div>`;
}

function repeatBlocks({ rerun, failure }: ScenarioResult): Html {
	return html`${rerun && copyBlock('Run this story again', rerun)}${failure?.curl && copyBlock('The last request, as curl', failure.curl)}`;
}

/** A block of text that one click selects completely. */
function copyBlock(label: string, text: string): Html {
	return html`<div><h3>${label}</h3><pre class="copy" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre></div>`;
}
