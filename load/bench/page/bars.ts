/** Ratios as bars, with their spread and their targets; the words stand in the page, so that they keep their size. */
import type { Html } from '../../../reports/html/html.ts';
import { html } from '../../../reports/html/html.ts';
import type { Bar, Plot } from '../row.ts';
import { formatLimit, formatSpread, formatValue } from '../words.ts';

export function barsFigure({ title, words, bars }: Extract<Plot, { kind: 'bars' }>): Html {
	const most = Math.max(1, ...bars.map(({ value }) => value.highest).filter(Number.isFinite));
	return html`<figure><figcaption><h3>${title}</h3><p class="legend">${words}</p></figcaption>
<dl class="bars">${bars.map((bar) => html`<div><dt>${bar.name}</dt><dd>${drawn(bar, most)}<span><strong>${formatValue(bar.value.median, 'x')}</strong> <small>${told(bar)}</small></span></dd></div>`)}</dl></figure>`;
}

function told({ value, limit }: Bar): string {
	const target =
		limit === null ? '' : formatLimit({ side: 'at least', value: limit, unit: 'x', what: '' });
	return [formatSpread(value, 'x'), target].filter((text) => text !== '').join(', ');
}

const width = 400;
const height = 20;

function drawn({ value, limit }: Bar, most: number): Html {
	const at = (ratio: number) => ((Number.isFinite(ratio) ? ratio / most : 0) * width).toFixed(1);
	const tone = limit === null ? 'quiet' : value.median >= limit ? 'good' : 'bad';
	const middle = height / 2;
	return html`<svg class="ratio ${tone}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" y="4" width="${width}" height="12" /><rect class="fill" y="4" width="${at(value.median)}" height="12" /><path class="reach" d="M${at(value.lowest)} ${middle}H${at(value.highest)}" />${limit !== null && html`<path class="tick" d="M${at(limit)} 0V${height}" />`}</svg>`;
}
