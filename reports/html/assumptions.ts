/** The section with the assumptions of a run, and links to it from the ids in other parts of the page. */
import { ledger } from '../../simulator/contract/gaps/ledger.ts';
import type { RunReport } from '../../simulator/contract/run-report.ts';
import { findingKind } from '../findings.ts';
import { section } from './components.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

const id = /\bD-\d\d\b/g;

type Texts = ReadonlyMap<string, { notShown: string; assumed: string }>;

const texts: Texts = new Map(Object.entries(ledger));

/** Makes each known assumption id in a text a link. */
export function linkAssumptions(text: string): Html {
	const parts = text.split(/\b(D-\d\d)\b/);
	const linked = parts.map((part) =>
		texts.has(part) ? html`<a href="#${part}">${part}</a>` : part,
	);
	// Return one element: a narrow table lays the children of a cell out side by side.
	return parts.length > 1 ? html`<span>${linked}</span>` : html`${text}`;
}

/** The assumption ids that the run lists, and those that its texts and findings mention. */
function idsOf(report: RunReport): string[] {
	const mentioned: string[] =
		report.kind === 'load' ? [] : (JSON.stringify(report).match(id) ?? []);
	const findings = report.kind === 'load' ? [] : (report.findings ?? []);
	const behind = findings.flatMap(({ code }) => findingKind(code)?.assumption ?? []);
	const known = [...mentioned, ...behind].filter((one) => texts.has(one));
	return [...new Set([...report.assumptions, ...known])].sort();
}

export function assumptionsSection(report: RunReport): Html {
	const ids = idsOf(report);
	const body =
		ids.length === 0
			? html`<p>The answers of this run name none. Only a sandbox names them, in the header <code>X-Sandbox-Assumptions</code>; a shop does not pass it on.</p>`
			: html`<dl class="assumptions">${ids.map(definition)}</dl>`;
	return section(
		'assumptions',
		'Assumptions',
		'What the document of the service leaves open, and what the target assumed for these answers. The page docs/assumptions.md of payin-sandbox names the settings that change them.',
		body,
	);
}

function definition(one: string): Html {
	const text = texts.get(one);
	if (!text)
		return html`<div><dt><code>${one}</code></dt><dd>This version has no text for it.</dd></div>`;
	return html`<div id="${one}"><dt><code>${one}</code></dt><dd><span class="not-shown">Not shown: ${text.notShown}.</span> Assumed: ${text.assumed}.</dd></div>
`;
}
