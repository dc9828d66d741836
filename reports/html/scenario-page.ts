import type {
	ScenarioReport,
	ScenarioResult,
	ScenarioStep,
} from '../../simulator/contract/run-report.ts';
import { formatCount, formatDuration, plural, statusOrder } from '../figures.ts';
import type { Tone } from './components.ts';
import { badge, bar, section, table, textColumns, tiles } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

type Status = ScenarioResult['status'];

const groups: Record<Status, { label: string; tone: Tone; lead: string }> = {
	failed: { label: 'Failed', tone: 'bad', lead: '' },
	flaky: {
		label: 'Flaky',
		tone: 'warn',
		lead: 'Failed once and passed when repeated: they do not decide, and deserve a look.',
	},
	skipped: { label: 'Skipped', tone: 'quiet', lead: 'They did not run; each says why.' },
	passed: { label: 'Passed', tone: 'good', lead: '' },
};

export function scenarioPage(report: ScenarioReport): { meaning: string; sections: Html } {
	const { scenarios } = report;
	const withResults = statusOrder.map((status) => ({
		status,
		...groups[status],
		results: scenarios.filter((result) => result.status === status),
	}));
	const longestMs = Math.max(0, ...scenarios.map(({ durationMs }) => durationMs));
	const sections = html`${tiles([
		{ label: 'Scenarios', value: formatCount(scenarios.length) },
		...withResults.map(({ label, results }) => ({ label, value: formatCount(results.length) })),
	])}
${withResults.map(({ status, label, tone, lead, results }) => {
	const cards = results.map((result) => card(result, badge(tone, label), longestMs));
	return (
		results.length > 0 &&
		section(
			status,
			`${label} (${formatCount(results.length)})`,
			lead,
			html`<div class="scenarios">${cards}</div>`,
		)
	);
})}`;
	return { meaning: meaningOf(report), sections };
}

function meaningOf({ scenarios, durationMs, verdict, error }: ScenarioReport): string {
	const tried = scenarios.filter(({ status }) => status !== 'skipped').length;
	const failed = scenarios.filter(({ status }) => status === 'failed').length;
	switch (verdict) {
		case 'PASSED':
			return `${tried === 1 ? 'The scenario' : `All ${formatCount(tried)} scenarios`} that could be tried passed in ${formatDuration(durationMs)}.`;
		case 'FAILED':
			return `${formatCount(failed)} of ${plural(tried, 'scenario')} did not end as expected.`;
		case 'ERROR':
			return error ?? 'The run did not take place, so there is nothing to judge.';
	}
}

/** One story: open when it failed, folded otherwise. */
function card(result: ScenarioResult, statusBadge: Html, longestMs: number): Html {
	const { status, title, skipReason, durationMs, name, tags, failure, transactionIds } = result;
	const open = status === 'failed' && html` open`;
	return html`<details class="scenario"${open}>
<summary><span class="what">${statusBadge}<span class="title">${title}${skipReason && html`<small class="detail">${skipReason}</small>`}</span></span><span class="time">${
		status === 'skipped' ? '' : timeBar(durationMs, longestMs)
	}</span></summary>
<div class="body">
<p class="name"><code>${name}</code>${tags.map((tag) => html` <span class="tag">${tag}</span>`)}</p>
${failure && failureBox(failure, status)}
${result.steps.length > 0 && stepTable(result)}
${
	transactionIds.length > 0 &&
	html`<p class="ids"><span>Transactions</span> ${transactionIds.map((id) => html`<code>${id}</code> `)}</p>`
}
</div>
</details>
`;
}

function timeBar(durationMs: number, longestMs: number): Html {
	return html`${bar(longestMs > 0 ? durationMs / longestMs : 0)} ${formatDuration(durationMs)}`;
}

function failureBox({ step, message }: { step: string; message: string }, status: Status): Html {
	const when = status === 'flaky' ? 'The first time it failed at' : 'Failed at';
	return html`<div class="failure"><p>${when} <strong>${step}</strong></p><pre tabindex="0" aria-label="Failure message">${message}</pre></div>`;
}

function stepTable({ title, steps, durationMs }: ScenarioResult): Html {
	return table({
		caption: `Steps of “${title}”`,
		columns: textColumns('Step', 'Result', 'Time'),
		rows: steps.map((step) => [
			stepName(step),
			step.status === 'passed' ? badge('good', 'Passed') : badge('bad', 'Failed'),
			timeBar(step.durationMs, durationMs),
		]),
	});
}

function stepName({ name, detail }: ScenarioStep): Html {
	return html`${name}${detail && html`<small class="detail">${detail}</small>`}`;
}
