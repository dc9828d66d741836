/** The look of a report: calm, one column, system fonts, light and dark, paper. */
import { chartStyle } from './style-chart.ts';
import { narrowStyle, paperStyle } from './style-media.ts';
import { partsStyle } from './style-parts.ts';

const base = `
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
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 0 40px; }
footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
`;

export const styleSheet = [base, partsStyle, chartStyle, narrowStyle, paperStyle].join('');
