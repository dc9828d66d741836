export const chartStyle = `
figure { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px 12px; min-width: 0; }
figcaption { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; justify-content: space-between; margin-bottom: 8px; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 16px; margin-top: 16px; }
.chart { display: block; width: 100%; height: auto; overflow: visible; }
.chart text { font: 12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; fill: var(--soft); }
.grid path { stroke: var(--line); stroke-width: 1; }
.warm-up rect { fill: var(--sunken); opacity: 0.75; }
.area.ok { fill: var(--ok-area); }
.area.failed { fill: var(--failed-area); }
.area.dropped { fill: var(--dropped-area); }
.hatch path { stroke: var(--surface); stroke-width: 2; opacity: 0.65; }
.line { fill: none; stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.line.p50 { stroke: var(--p50); stroke-dasharray: 1 4; stroke-width: 2; }
.line.p95 { stroke: var(--p95); stroke-dasharray: 6 3; }
.line.p99 { stroke: var(--p99); }
.chart .name { fill: var(--ink); font-weight: 600; }
.limit path { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 2 3; opacity: 0.8; }
.chart .limit text { fill: var(--ink); paint-order: stroke; stroke: var(--surface); stroke-width: 3px; stroke-linejoin: round; }
p.legend { flex-basis: 100%; }
.legend { display: flex; gap: 16px; font-size: 13px; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: 6px; }
.swatch { width: 14px; height: 14px; border-radius: 3px; }
.swatch.ok { background: var(--ok-area); }
.swatch.failed { background: repeating-linear-gradient(135deg, var(--failed-area) 0 3px, var(--surface) 3px 4.5px); }
.swatch.dropped { background: repeating-linear-gradient(45deg, var(--dropped-area) 0 3px, var(--surface) 3px 4.5px); }
.swatch.limit { display: inline-block; width: 20px; height: 0; border-top: 1px dashed var(--ink); border-radius: 0; vertical-align: middle; margin-right: 6px; }
.figures { margin-top: 10px; font-size: 13px; }
.figures > summary { cursor: pointer; color: var(--soft); width: fit-content; }
.scroll { max-height: 280px; overflow: auto; margin-top: 8px; position: relative; }
.dense { font-size: 13px; }
.dense th, .dense td { padding: 4px 12px 4px 0; text-align: right; }
.dense th:first-child { text-align: left; }
.dense thead th { position: sticky; top: 0; background: var(--surface); }
.narrow { display: none; }
`;
