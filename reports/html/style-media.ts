/** On a narrow screen a row of a table becomes a card, its column names standing before the values. */
export const narrowStyle = `
@media screen and (max-width: 720px) {
	body { padding: 20px 16px 40px; }
	h1 { font-size: 24px; }
	.banner { padding: 18px; border-left-width: 5px; }
	.banner h2 { font-size: 26px; }
	.banner h2 .icon { width: 26px; height: 26px; }
	.banner .meaning { font-size: 16px; }
	.reasons li { grid-template-columns: 1fr; }
	.tiles { grid-template-columns: repeat(2, 1fr); }
	.tiles > div { padding: 12px 14px; }
	.tiles > div:last-child:nth-child(odd) { grid-column: span 2; }
	main > section, .pair > section { margin-top: 36px; }
	.wide { display: none; }
	.narrow { display: block; }
	figure { padding: 14px 12px 10px; }
	[role='table'], [role='table'] tbody { display: block; }
	[role='table'] thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	[role='table'] tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--line); }
	[role='table'] th, [role='table'] td { border: 0; padding: 2px 0; text-align: left; }
	[role='table'] th { display: block; font-weight: 600; }
	[role='table'] td { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; white-space: normal; }
	[role='table'] td::before { content: attr(data-label); color: var(--soft); flex: none; }
	td > .bar { margin: 0 0 0 auto; align-self: center; }
	td > .gauge { align-self: center; }
	.facts > div { grid-template-columns: 2fr 3fr; }
	.scenario > summary { flex-wrap: wrap; padding: 12px 14px; }
	.what { flex-direction: column; min-width: 70%; }
	.time { padding-left: 21px; }
	.body { padding: 2px 14px 16px; }
}
`;

export const paperStyle = `
@page { size: A4; margin: 14mm 13mm; }
@media print {
	:root { color-scheme: light; }
	body { max-width: none; padding: 0; background: #fff; font-size: 10.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
	h2, h3, figcaption, thead { break-after: avoid; }
	.banner, .tiles, figure, tr, .facts > div, .failure { break-inside: avoid; }
	main > section, .pair > section { margin-top: 24px; }
	table { font-size: 9pt; }
	th, td { padding: 5px 8px 5px 0; }
	.tiles { grid-template-columns: repeat(5, 1fr); }
	.tiles > div { padding: 10px 12px; }
	.tiles dd { font-size: 18px; }
	.pair { grid-template-columns: 1fr 1fr; gap: 0 24px; }
	.wide .chart text { font-size: 17px; }
	.panels .chart text { font-size: 15px; }
	.panels { grid-template-columns: repeat(3, 1fr); gap: 8px; }
	.panels figure { padding: 8px; }
	.figures, .skip { display: none; }
	.scenario::details-content { content-visibility: visible; block-size: auto; }
	.scenarios { overflow: visible; }
}
`;
