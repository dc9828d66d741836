/** The style sheet of reports: one column, system fonts, light and dark, narrow screens and paper. */
export const styleSheet = `
:root {
	color-scheme: light dark;
	--ground: #f6f7f9; --surface: #fff; --sunken: #eef1f5;
	--ink: #18202c; --soft: #566173; --line: #dde2e9; --strong-line: #8a94a4;
	--good: #16734a; --good-ground: #e9f6ef; --bad: #b3261e; --bad-ground: #fdeeec;
	--warn: #835300; --warn-ground: #fdf3dd; --quiet: #566173; --quiet-ground: #eef1f5;
	--accent: #2457b8; --p50: #5b8fd1; --p95: #2a62c0; --p99: #15356f;
	--ok-area: #8fc6aa; --failed-area: #d4574d; --dropped-area: #e0a83c;
	--mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace;
}
@media screen and (prefers-color-scheme: dark) {
	:root {
		--ground: #0f1319; --surface: #171c24; --sunken: #1f2630;
		--ink: #e5e9f0; --soft: #9ca7b8; --line: #2b3340; --strong-line: #6f7b8d;
		--good: #58cc96; --good-ground: #12271e; --bad: #ff8a80; --bad-ground: #2e1917;
		--warn: #edbd5b; --warn-ground: #2b2311; --quiet: #a7b1c1; --quiet-ground: #1f2630;
		--accent: #8fb4ff; --p50: #4f7fc4; --p95: #7eabff; --p99: #cfe0ff;
		--ok-area: #2f7d58; --failed-area: #e36a5f; --dropped-area: #c08a23;
	}
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
	margin: 0 auto; max-width: 1120px; padding: 40px 32px 64px; background: var(--ground);
	color: var(--ink); font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
	overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
}
h1, h2, h3, p, ul, dl, dd, figure, pre { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.015em; font-weight: 650; }
h2 { font-size: 18px; line-height: 1.3; letter-spacing: -0.005em; font-weight: 650; }
h3 { font-size: 14px; line-height: 1.4; font-weight: 600; }
small { font-size: 13px; color: var(--soft); font-weight: 400; }
code, pre { font-family: var(--mono); font-size: 0.9em; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.hidden, .skip:not(:focus) {
	position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip:focus { position: absolute; top: 8px; left: 8px; padding: 8px 12px; background: var(--surface); }
.product { font: 600 13px/1.4 var(--mono); color: var(--soft); margin-bottom: 4px; }
.meta { display: flex; flex-wrap: wrap; gap: 4px 24px; margin-top: 10px; color: var(--ink); font-size: 14px; }
.meta span { color: var(--soft); margin-right: 4px; }
main > section, .pair > section { margin-top: 48px; }
main > section.banner { margin-top: 28px; }
.lead { color: var(--soft); max-width: 96ch; margin-top: 4px; font-size: 14px; }
section > h2 + *, section > .lead + * { margin-top: 14px; }
section > h2 + .lead { margin-top: 4px; }
section > p + table { margin-top: 10px; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 0 40px; }
footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }

.icon { flex: none; width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.badge { display: inline-flex; align-items: baseline; gap: 6px; font-weight: 600; font-size: 13px; white-space: nowrap; }
.badge .icon { align-self: center; }
.good { --tone: var(--good); --tone-ground: var(--good-ground); }
.bad { --tone: var(--bad); --tone-ground: var(--bad-ground); }
.warn { --tone: var(--warn); --tone-ground: var(--warn-ground); }
.quiet { --tone: var(--quiet); --tone-ground: var(--quiet-ground); }
.badge { color: var(--tone); }
.banner { padding: 24px 28px; border-radius: 12px; background: var(--tone-ground); border: 1px solid var(--tone); border-left-width: 6px; }
.banner h2 { display: flex; align-items: center; gap: 12px; font-size: 32px; line-height: 1.15; color: var(--tone); letter-spacing: -0.01em; }
.banner .meaning { font-size: 17px; margin-top: 6px; max-width: 70ch; }
.banner h2 .icon { width: 32px; height: 32px; }
.reasons { margin-top: 16px; display: grid; gap: 8px; }
.reasons li { display: grid; grid-template-columns: 116px 1fr; gap: 4px 12px; align-items: baseline; }
.reasons small { white-space: pre-line; }
.banner .facts { margin-top: 14px; max-width: 96ch; }
.banner .facts > div { border: 0; padding: 2px 0; grid-template-columns: 116px 1fr; gap: 4px 12px; }
.scope { margin-top: 16px; font-size: 13px; color: var(--soft); max-width: 96ch; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 1px; margin-top: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.tiles.many { grid-template-columns: repeat(4, 1fr); }
.tiles > div { box-shadow: 0 0 0 1px var(--line); padding: 14px 18px; }
.tiles dt { font-size: 13px; color: var(--soft); }
.tiles dd { font-size: 24px; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; }
.tiles small { display: block; letter-spacing: 0; line-height: 1.4; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { text-align: left; padding: 9px 16px 9px 0; vertical-align: baseline; border-bottom: 1px solid var(--line); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: 13px; color: var(--soft); border-bottom-color: var(--strong-line); vertical-align: bottom; }
.number { text-align: right; white-space: nowrap; }
td > svg, dd > svg { vertical-align: middle; }
td > .bar { margin-right: 8px; }
.unjudged { display: inline-flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; }
.bar .track, .gauge .track { fill: var(--line); }
.bar .fill { fill: var(--strong-line); }
.gauge .fill { fill: var(--tone); }
.gauge .tick { stroke: var(--ink); stroke-width: 1.5; }
.interval { color: var(--tone); }
.interval .tolerance { fill: var(--line); }
.interval .none { stroke: var(--strong-line); stroke-dasharray: 2 2; }
.interval .between { stroke: currentColor; stroke-width: 2; }
.interval circle { fill: currentColor; }
.facts > div { display: grid; grid-template-columns: minmax(120px, 2fr) 3fr; gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--line); font-size: 14px; }
.facts dt { color: var(--soft); }
.plain li + li { margin-top: 2px; }
pre { white-space: pre-wrap; background: var(--sunken); border-radius: 8px; padding: 12px 16px; font-size: 13px; line-height: 1.6; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; }
.chips li, .tag { background: var(--sunken); border-radius: 6px; padding: 2px 8px; font-size: 13px; }
.scenarios { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow: hidden; }
.scenario + .scenario { border-top: 1px solid var(--line); }
.scenario > summary { display: flex; justify-content: space-between; align-items: baseline; gap: 6px 24px; padding: 12px 18px; cursor: pointer; list-style-position: inside; }
.scenario > summary::-webkit-details-marker { display: none; }
.scenario > summary::before { content: ''; flex: none; align-self: center; width: 7px; height: 7px; margin-right: -10px; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
.scenario[open] > summary::before { transform: rotate(45deg); }
.scenario > summary:focus-visible { outline-offset: -3px; border-radius: 10px; }
.scenario > summary:hover { background: var(--sunken); }
.what { display: flex; flex: 1; align-items: baseline; gap: 4px 14px; }
.what .badge { flex: none; min-width: 84px; }
.title code { font-weight: 600; margin-right: 8px; }
.time, .nowrap { white-space: nowrap; }
.time { color: var(--soft); font-size: 14px; text-align: right; }
.body { scroll-margin-top: 64px; padding: 2px 18px 20px 43px; display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); }
.body h3 { margin-bottom: 6px; }
.ids { font-size: 13px; color: var(--soft); }
.ids code { margin-left: 8px; color: var(--ink); }
.ids + .ids { margin-top: -12px; }
.failure { border-left: 3px solid var(--bad); padding-left: 14px; display: grid; gap: 10px; }
.failure pre { background: var(--bad-ground); }
.stakes { display: grid; gap: 6px; max-width: 90ch; }
.stakes dt { font-weight: 600; font-size: 14px; }
.difference { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 8px; }
.difference > div { background: var(--bad-ground); border-radius: 8px; padding: 8px 14px; }
.difference dd { max-height: 320px; overflow: auto; font-family: var(--mono); font-size: 13px; white-space: pre-wrap; }
.difference mark { background: none; color: var(--bad); font-weight: 700; }
.difference dt { font-size: 13px; color: var(--soft); }
.detail { display: block; }
[role='table'] thead th, .whole, td a code { overflow-wrap: break-word; }
.copy { user-select: all; -webkit-user-select: all; cursor: copy; border: 1px solid var(--line); }
.timeline { margin: 0; padding: 10px 14px 10px 42px; background: var(--sunken); border-radius: 8px; font: 13px/1.6 var(--mono); }
.timeline li { white-space: pre-wrap; }
.timeline ::marker { color: var(--soft); }
.overview > div { display: grid; grid-template-columns: 120px 1fr; gap: 4px 16px; padding: 10px 0; border-bottom: 1px solid var(--line); font-size: 14px; }
.names { display: flex; flex-wrap: wrap; gap: 2px 16px; }
.assumptions > div { display: grid; grid-template-columns: 56px 1fr; gap: 4px 16px; padding: 8px 0; border-bottom: 1px solid var(--line); font-size: 14px; scroll-margin-top: 12px; }
.assumptions > div:target { background: var(--warn-ground); }
.not-shown { color: var(--soft); }
figure.story { background: none; border: 0; padding: 0; border-radius: 0; }
.sequence { display: block; max-width: 820px; overflow: visible; }
.sequence svg { overflow: visible; }
.sequence text { font: 12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; fill: var(--soft); paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
.sequence .name { fill: var(--ink); font-weight: 550; }
.sequence .lane-name { fill: var(--ink); font-weight: 650; }
.sequence .bad { fill: var(--bad); }
.sequence .bad-name { fill: var(--bad); font-weight: 700; }
.sequence .at { font-size: 11px; }
.sequence .lane { stroke: var(--strong-line); stroke-dasharray: 2 4; }
.sequence .message { stroke: var(--accent); stroke-width: 1.5; fill: none; }
.sequence .message.bad { stroke: var(--bad); stroke-width: 2.5; fill: none; }
.sequence .note { fill: var(--sunken); }
.sequence .note + text, .sequence .note ~ text { stroke: none; }
.sequence .note.bad { fill: var(--bad-ground); stroke: var(--bad); }
marker .arrow { fill: var(--accent); }
marker .arrow-bad { fill: var(--bad); }

.limit-group + .limit-group { margin-top: 28px; }
.limit-group thead th:first-child { width: 27%; }
.limit-group thead th:nth-child(4) { width: 16%; }
.limit-group thead th:nth-child(6) { width: 16%; }
.limit-group thead th:last-child { width: 13%; }
.few { color: var(--soft); }
.not-tested { list-style: disc; padding-left: 20px; display: grid; gap: 4px; max-width: 96ch; }
.signature { display: none; }

figure { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px 12px; min-width: 0; }
figcaption { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; justify-content: space-between; margin-bottom: 8px; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 16px; margin-top: 16px; }
.chart { display: block; width: 100%; height: auto; overflow: visible; }
.chart text { font: 12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; fill: var(--soft); }
.grid path { stroke: var(--line); stroke-width: 1; }
.phase rect { fill: var(--sunken); opacity: 0.75; }
.phase path { stroke: var(--strong-line); stroke-dasharray: 1 3; }
.chart .phase text { paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
.vertical path { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 5 3; }
.chart .vertical text { fill: var(--accent); font-weight: 600; paint-order: stroke; stroke: var(--surface); stroke-width: 3px; stroke-linejoin: round; }
.symbol circle { fill: var(--tone); stroke: var(--surface); }
.symbol path { stroke: var(--tone); stroke-width: 2.5; stroke-linecap: round; fill: none; }
.area.ok { fill: var(--ok-area); }
.area.failed { fill: var(--failed-area); }
.area.dropped { fill: var(--dropped-area); }
.hatch path { stroke: var(--surface); stroke-width: 2; opacity: 0.65; }
.line { fill: none; stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.lone.p50 { fill: var(--p50); }
.lone.p95, .lone.single { fill: var(--p95); }
.lone.p99 { fill: var(--p99); }
.lone.failed { fill: var(--failed-area); }
.line.p50 { stroke: var(--p50); stroke-dasharray: 1 4; stroke-width: 2; }
.line.p95 { stroke: var(--p95); stroke-dasharray: 6 3; }
.line.p99 { stroke: var(--p99); }
.line.single { stroke: var(--p95); }
.line.failed { stroke: var(--failed-area); }
.line.started { stroke: var(--ink); stroke-width: 1.25; }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 16px; margin-bottom: 16px; }
.chart .name { fill: var(--ink); font-weight: 600; }
.limit path { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 2 3; opacity: 0.8; }
.chart .limit text { fill: var(--ink); paint-order: stroke; stroke: var(--surface); stroke-width: 3px; stroke-linejoin: round; }
p.legend { flex-basis: 100%; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; color: var(--soft); }
.legend li { white-space: nowrap; display: flex; align-items: center; gap: 6px; }
.swatch { width: 14px; height: 14px; border-radius: 3px; }
.swatch.ok { background: var(--ok-area); }
.swatch.failed { background: repeating-linear-gradient(135deg, var(--failed-area) 0 3px, var(--surface) 3px 4.5px); }
.swatch.dropped { background: repeating-linear-gradient(45deg, var(--dropped-area) 0 3px, var(--surface) 3px 4.5px); }
.swatch.started { width: 20px; height: 0; border-top: 2px solid var(--ink); border-radius: 0; }
.swatch.limit { display: inline-block; width: 20px; height: 0; border-top: 1px dashed var(--ink); border-radius: 0; vertical-align: middle; margin-right: 6px; }
.figures { margin-top: 10px; font-size: 13px; }
.figures > summary { cursor: pointer; color: var(--soft); width: fit-content; }
.scroll { max-height: 280px; overflow: auto; margin-top: 8px; position: relative; }
.dense { font-size: 13px; }
.dense th, .dense td { padding: 4px 12px 4px 0; text-align: right; }
.dense th:first-child { text-align: left; }
.dense thead th { position: sticky; top: 0; background: var(--surface); }
.narrow { display: none; }

@media screen and (max-width: 720px) {
	body { padding: 20px 16px 40px; }
	h1 { font-size: 24px; }
	.banner { padding: 18px; border-left-width: 5px; }
	.banner h2 { font-size: 26px; }
	.banner h2 .icon { width: 26px; height: 26px; }
	.banner .meaning { font-size: 16px; }
	.reasons li { grid-template-columns: 1fr; }
	.banner .facts > div { grid-template-columns: 1fr; gap: 0; padding: 4px 0; }
	.tiles, .tiles.many { grid-template-columns: repeat(2, 1fr); }
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
	[role='table'] td:empty, [role='table'] td.missing { display: none; }
	[role='table'] td::before { content: attr(data-label); color: var(--soft); flex: none; }
	td > .bar { margin: 0 0 0 auto; align-self: center; }
	td > .gauge, td > .interval { align-self: center; }
	.facts > div { grid-template-columns: 2fr 3fr; }
	.scenario > summary { padding: 12px 14px; gap: 6px 12px; }
	.scenario > summary::before { align-self: flex-start; margin: 7px -2px 0 0; }
	.what { flex-direction: column; }
	.title code { display: block; }
	.body { padding: 2px 14px 16px; }
	.overview > div { grid-template-columns: 1fr; }
	.assumptions > div { grid-template-columns: 1fr; }
}

@page { size: A4; margin: 14mm 13mm; }
@media print {
	:root { color-scheme: light; }
	body { max-width: none; padding: 0; background: #fff; font-size: 9pt; line-height: 1.4; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
	h2, h3, figcaption, thead { break-after: avoid; }
	.banner, .tiles, figure, tr, .facts > div, .failure { break-inside: avoid; }
	h1 { font-size: 15pt; }
	h2 { font-size: 12pt; }
	.meta, .lead, .facts > div { font-size: 9pt; }
	.facts > div { padding: 4px 0; }
	main > section, .pair > section { margin-top: 18px; }
	main > section.banner { margin-top: 12px; padding: 12px 18px; }
	.banner h2 { font-size: 18pt; }
	.banner h2 .icon { width: 24px; height: 24px; }
	.banner .meaning { font-size: 11pt; margin-top: 2px; }
	.banner .facts, .scope, .reasons { margin-top: 8px; }
	.banner .facts > div { padding: 0; }
	.reasons { gap: 3px; }
	small, .badge { font-size: 8.5pt; }
	section > h2 + *, section > .lead + * { margin-top: 6px; }
	table { font-size: 8.5pt; }
	th, td { padding: 3px 8px 3px 0; }
	.limit-group + .limit-group { margin-top: 10px; }
	.limit-group thead th:first-child { width: 34%; }
	.limit-group :is(th, td):nth-child(3) { display: none; }
	thead th { font-size: 8pt; }
	.not-tested { gap: 0; }
	.tiles { grid-template-columns: repeat(5, 1fr); margin-top: 12px; }
	.tiles > div { padding: 6px 10px; }
	.tiles dd { font-size: 12pt; }
	.tiles dt { font-size: 8.5pt; }
	.pair { grid-template-columns: 1fr 1fr; gap: 0 24px; }
	.wide .chart text { font-size: 17px; }
	.panels .chart text { font-size: 15px; }
	.panels { grid-template-columns: repeat(3, 1fr); gap: 8px; }
	.panels figure { padding: 8px; }
	.figures, .skip { display: none; }
	.signature { display: grid; grid-template-columns: 2fr 1fr 2fr; gap: 20px; margin-top: 18px; break-inside: avoid; break-after: page; }
	.signature dt { font-size: 9pt; color: var(--soft); }
	.signature dd { height: 26px; border-bottom: 1px solid var(--ink); }
	.halves { grid-template-columns: 1fr 1fr; }
	.halves .chart text { font-size: 16px; }
	.scenario::details-content { content-visibility: visible; block-size: auto; }
	.scenarios { overflow: visible; }
	.difference dd { max-height: none; }
}
`;
