/** What the pages of reports do not have: bars with a spread, and lines that are not percentiles. */
export const benchStyle = `
.check small { display: block; }
.parts { display: grid; gap: 16px; min-width: 0; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 440px), 1fr)); gap: 16px; }
.plots p.words { margin-top: 8px; font-size: 13px; color: var(--soft); }
.doubts { border-left: 3px solid var(--warn); padding-left: 14px; display: grid; gap: 4px; }
.lead .badge { margin-left: 6px; }
.margin .track, .ratio .track { fill: var(--line); }
.margin .fill, .ratio .fill { fill: var(--tone); }
.margin .reach, .ratio .reach { stroke: var(--ink); stroke-width: 1.5; fill: none; vector-effect: non-scaling-stroke; }
.margin .tick, .ratio .tick { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 3 2; vector-effect: non-scaling-stroke; }
.bars { display: grid; gap: 10px; margin-top: 4px; }
.bars dt { font-size: 13px; color: var(--soft); }
.bars dd { display: grid; gap: 2px; font-size: 14px; }
.ratio { display: block; width: 100%; height: 20px; }
.key { width: 24px; height: 8px; }
.line-0 { stroke: var(--strong-line); stroke-dasharray: 6 3; }
.line-1 { stroke: var(--p95); }
.line-2 { stroke: var(--warn); stroke-dasharray: 2 3; stroke-width: 2; }
.line-3 { stroke: var(--good); stroke-dasharray: 8 3 2 3; }
@media screen and (max-width: 720px) {
	td > .margin { align-self: center; }
}
`;
