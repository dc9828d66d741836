/** The payments and the assumptions of a workspace as pages, for a browser that follows a link of the start page. */
import type { Markup } from '../cashier/html.ts';
import { html } from '../cashier/html.ts';
import { majorInMarketFormat } from '../cashier/locale.ts';
import type { PaymentList } from '../contract/control.ts';
import type { GapList, GapView } from '../contract/gaps/ledger.ts';
import { controlPaths } from '../contract/routes.ts';
import type { Call } from '../wire/call.ts';
import { layout, paymentRow } from './view.ts';

type ListCall = Pick<Call, 'query' | 'workspace'>;

export function paymentsPage(
	{ payments, next }: PaymentList,
	{ query, workspace }: ListCall,
): string {
	const path = lastPart(controlPaths.payments);
	const rows = payments.map((payment) => {
		const amount = majorInMarketFormat(payment.majorAmount, payment);
		return paymentRow({ ...payment, path, option: payment.option?.name ?? null, amount });
	});
	const isFiltered = query.state !== undefined || query.reference !== undefined;
	const none = isFiltered ? 'No payments match the filters.' : 'No payments.';
	const older = new URLSearchParams({ ...(query as Record<string, string>), cursor: next ?? '' });
	return listPage(
		'Payments',
		html`<p>The payments of the workspace ${workspace}, newest first.</p>
${rows.length > 0 ? html`<ul class="payments">${rows}</ul>` : html`<p>${none}</p>`}
${next !== null && html`<p><a href="${path}?${older.toString()}" data-testid="older">Older payments</a></p>`}`,
	);
}

export function gapsPage({ gaps }: GapList, { workspace }: ListCall): string {
	return listPage(
		'Assumptions',
		html`<p>What the interface document of the service does not show, and what the sandbox does instead, with the settings of the workspace ${workspace}.</p>
${gaps.map(gapSection)}`,
	);
}

function gapSection({ id, notShown, assumed, standing, confirmed, settings }: GapView): Markup {
	const rows = settings.map(
		({ path, value }) => html`<div><dt>${path}</dt><dd>${JSON.stringify(value)}</dd></div>
`,
	);
	const by = confirmed?.by === undefined ? '' : ` by ${confirmed.by}`;
	return html`<section aria-labelledby="${id}" data-testid="gap">
<h2 id="${id}">${id}: ${notShown}</h2>
<p>${assumed}.</p>
<dl class="facts settings">
<div><dt>Standing</dt><dd><strong>${standing}</strong>${confirmed && `, ${confirmed.confirmed}${by}`}</dd></div>
${rows}</dl>
</section>
`;
}

/** A page below `/_sandbox/`. */
function listPage(title: string, main: Markup): string {
	return layout(
		{ title: `${title} · payin-sandbox`, root: '../' },
		html`<p><a href="../">Start page</a></p>
<h1>${title}</h1>
${main}
<p class="note">Other clients, such as curl, get this list as JSON at the same address.</p>`,
	);
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);
