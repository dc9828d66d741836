/** Banner, figures, tables, scenarios. */
export const partsStyle = `
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
.scope { margin-top: 16px; font-size: 13px; color: var(--soft); max-width: 96ch; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 1px; margin-top: 20px; background: var(--line); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.tiles > div { background: var(--surface); padding: 14px 18px; }
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
.facts > div { display: grid; grid-template-columns: minmax(120px, 2fr) 3fr; gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--line); font-size: 14px; }
.facts dt { color: var(--soft); }
.plain li + li { margin-top: 2px; }
pre { white-space: pre-wrap; background: var(--sunken); border-radius: 8px; padding: 12px 16px; font-size: 13px; line-height: 1.6; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; }
.chips li, .tag { background: var(--sunken); border-radius: 6px; padding: 2px 8px; font-size: 13px; }
.scenarios { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow: hidden; }
.scenario + .scenario { border-top: 1px solid var(--line); }
.scenario > summary { display: flex; justify-content: space-between; align-items: center; gap: 6px 24px; padding: 12px 18px; cursor: pointer; list-style-position: inside; }
.scenario > summary::-webkit-details-marker { display: none; }
.scenario > summary::before { content: ''; flex: none; width: 7px; height: 7px; margin-right: -10px; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
.scenario[open] > summary::before { transform: rotate(45deg); }
.scenario > summary:focus-visible { outline-offset: -3px; border-radius: 10px; }
.scenario > summary:hover { background: var(--sunken); }
.what { display: flex; flex: 1; align-items: baseline; gap: 4px 14px; }
.what .badge { min-width: 84px; }
.title { font-weight: 550; }
.time { white-space: nowrap; color: var(--soft); font-size: 14px; text-align: right; }
.time .bar { margin-right: 10px; vertical-align: middle; }
.body { padding: 2px 18px 18px 43px; display: grid; gap: 12px; }
.name, .ids { font-size: 13px; color: var(--soft); }
.name .tag { margin-left: 6px; }
.ids code { margin-left: 8px; color: var(--ink); }
.failure { border-left: 3px solid var(--bad); padding-left: 14px; }
.failure pre { margin-top: 8px; background: var(--bad-ground); }
.detail { display: block; }
`;
