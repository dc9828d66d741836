/** Every target in one table, with how far from it each is. */

import type { Tone } from '../../../reports/html/components.ts';
import { badge, section, table } from '../../../reports/html/components.ts';
import type { Html } from '../../../reports/html/html.ts';
import { html } from '../../../reports/html/html.ts';
import type { Check, RowResult, State } from '../judge.ts';
import { marginOf } from '../judge.ts';
import { formatLimit, formatSpread, formatValue } from '../words.ts';

export const tones: Record<State, Tone> = {
	reached: 'good',
	'not reached': 'bad',
	'not to be trusted': 'warn',
	'not measured': 'warn',
};

const lead =
	'The bar tells how far each is from its target, whichever side is the better one: at the mark the target is met exactly, to the right of it is better. The thin line goes from the worst round to the best.';

export function targetsSection(rows: readonly RowResult[]): Html {
	return section(
		'targets',
		'Targets',
		lead,
		table({
			caption: 'Targets',
			columns: [
				{ label: 'Row' },
				{ label: 'Median', numeric: true },
				{ label: 'Lowest to highest', numeric: true },
				{ label: 'Target', numeric: true },
				{ label: 'From the target' },
				{ label: 'State' },
			],
			rows: rows.flatMap(rowsOf),
		}),
	);
}

function rowsOf(row: RowResult): (Html | string)[][] {
	const link = html`<a href="#row-${row.id}">${row.title}</a>`;
	if (row.checks.length === 0) return [[link, '', '', '', '', badge(tones[row.state], row.state)]];
	return row.checks.map(({ limit, value, reached }) => {
		const state =
			row.state === 'not to be trusted' ? row.state : reached ? 'reached' : 'not reached';
		return [
			html`<span class="check">${link}<small>${limit.what}</small></span>`,
			html`<strong>${formatValue(value.median, limit.unit)}</strong>`,
			formatSpread(value, limit.unit),
			formatLimit(limit),
			marginBar({ limit, value, reached }, tones[state]),
			badge(tones[state], state),
		];
	});
}

const width = 160;
const height = 14;
/** Twice as good as asked, or better, fills the bar. */
const most = 2;

function marginBar({ limit, value }: Check, tone: Tone): Html {
	const margin = marginOf(limit, value.median);
	if (margin === null) return html`<span class="hidden">does not apply</span>`;
	const at = (of: number | null) => (Math.min(most, of ?? most) / most) * width;
	const ends = [at(marginOf(limit, value.lowest)), at(marginOf(limit, value.highest))];
	const middle = height / 2;
	return html`<svg class="margin ${tone}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"><rect class="track" y="${middle - 3}" width="${width}" height="6" rx="3" /><rect class="fill" y="${middle - 3}" width="${at(margin).toFixed(1)}" height="6" rx="3" /><path class="reach" d="M${Math.min(...ends).toFixed(1)} ${middle}H${Math.max(...ends).toFixed(1)}" /><path class="tick" d="M${width / most} 0V${height}" /></svg>`;
}
