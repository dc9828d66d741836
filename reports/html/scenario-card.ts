import type { ScenarioResult, ScenarioStep } from '../../simulator/contract/run-report.ts';
import { formatDuration } from '../figures.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { Tone } from './icons.ts';
import { badge } from './icons.ts';
import { bar, table } from './table.ts';

const signs: Record<ScenarioResult['status'], [Tone, string]> = {
	passed: ['good', 'Passed'],
	failed: ['bad', 'Failed'],
	flaky: ['warn', 'Flaky'],
	skipped: ['quiet', 'Skipped'],
};

/** One story: folded when there is nothing to see to, open when there is. */
export function scenarioCard(result: ScenarioResult, longestMs: number): Html {
	const open = result.status === 'failed' && html` open`;
	const [tone, word] = signs[result.status];
	return html`<details class="scenario"${open}>
<summary><span class="what">${badge(tone, word)}<span class="title">${result.title}${result.skipReason && html`<small class="detail">${result.skipReason}</small>`}</span></span><span class="time">${
		result.status === 'skipped'
			? ''
			: html`${bar(longestMs > 0 ? result.durationMs / longestMs : 0)} ${formatDuration(result.durationMs)}`
	}</span></summary>
<div class="body">
<p class="name"><code>${result.name}</code>${result.tags.map((tag) => html` <span class="tag">${tag}</span>`)}</p>
${result.failure && failure(result.failure, result.status)}
${result.steps.length > 0 && steps(result)}
${
	result.transactionIds.length > 0 &&
	html`<p class="ids"><span>Transactions</span> ${result.transactionIds.map((id) => html`<code>${id}</code> `)}</p>`
}
</div>
</details>
`;
}

function failure({ step, message }: { step: string; message: string }, status: string): Html {
	const when = status === 'flaky' ? 'The first time it failed at' : 'Failed at';
	return html`<div class="failure"><p>${when} <strong>${step}</strong></p><pre tabindex="0" aria-label="Failure message">${message}</pre></div>`;
}

function steps({ title, steps, durationMs }: ScenarioResult): Html {
	return table({
		caption: `Steps of “${title}”`,
		columns: [{ label: 'Step' }, { label: 'Result' }, { label: 'Time' }],
		rows: steps.map((step) => [stepName(step), stepResult(step), stepTime(step, durationMs)]),
	});
}

function stepName({ name, detail }: ScenarioStep): Html {
	return html`${name}${detail && html`<small class="detail">${detail}</small>`}`;
}

function stepResult({ status }: ScenarioStep): Html {
	return status === 'passed' ? badge('good', 'Passed') : badge('bad', 'Failed');
}

function stepTime({ durationMs }: ScenarioStep, wholeMs: number): Html {
	return html`${bar(wholeMs > 0 ? durationMs / wholeMs : 0)} ${formatDuration(durationMs)}`;
}
