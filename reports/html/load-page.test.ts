import { expect, test } from 'vitest';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { breakpointRun, readyRun, shopRun, spikeRun } from '../../test/support/load-reports.ts';
import { sampleLoad, sampleStep } from '../../test/support/reports.ts';
import { renderHtml } from './page.ts';

const chartsOf = (page: string) =>
	[...page.matchAll(/<svg class="chart".*?<\/svg>/gs)].map(([chart]) => chart);

test.each([
	[sampleLoad(), 4],
	[spikeRun, 8],
	[breakpointRun, 10],
	[shopRun, 9],
])('every chart has a title, a description and figures in a table (%#)', (report, count) => {
	const page = renderHtml(report);
	const charts = chartsOf(page);
	expect(charts.length).toBe(count);
	for (const chart of charts) expect(chart).toMatch(/<title id=.*<desc id=/s);
	// The flows are drawn twice, for a wide and a narrow page; the levels share a table.
	const levels = report.levels ? 2 : 0;
	expect(page.match(/<details class="figures">/g)).toHaveLength(count - 1 - levels);
	expect(page).not.toContain('NaN');
});

test('the phases of the plan are marked, and the time by which the target must have recovered', () => {
	const [flows = '', ...panels] = chartsOf(renderHtml(spikeRun));
	const names = [...flows.matchAll(/<g class="phase">.*?<text[^>]*>([^<]*)</g)].map(
		([, name]) => name,
	);
	expect(names).toEqual(['average', 'peak', 'recover']);
	// Later elements are drawn over earlier ones: no line strikes a name through.
	const latency = panels.find((panel) => panel.includes('<g class="limit">')) ?? '';
	expect(latency.indexOf('>average</text>')).toBeGreaterThan(
		latency.lastIndexOf('<g class="limit">'),
	);
	expect(panels.at(-1)).toMatch(/<g class="vertical">.*>due<\/text>/);
	const page = renderHtml(spikeRun);
	expect(page).toContain('warm-up 0:00 to 0:10, average 0:10 to 0:50, peak 0:50 to 1:50');
});

test.each([
	[['smoke'], 'those of smoke.'],
	[
		['smoke', 'average', 'spike', 'breakpoint'],
		'those of average; what only spike and breakpoint measured comes from there.',
	],
])('a rehearsal with %j names the part whose figures it shows', (names, expected) => {
	const [member] = readyRun.members ?? [];
	if (!member) throw new Error('The sample has no members.');
	const members = ['scenarios', ...names].map((name) => ({ ...member, name, folder: name }));
	const page = renderHtml({ ...readyRun, members });
	expect(page).toContain(`The figures below are ${expected}`);
});

test('a limit that several phases share is once in the legend of a chart', () => {
	const report = sampleLoad();
	const ofPeak = report.slo.map((row) => ({ ...row, id: `peak.${row.id}` }));
	const page = renderHtml({ ...report, slo: [...report.slo, ...ofPeak] });
	expect(page).toContain('</span>limit p95 200, p99 400</span>');
});

test('a narrow screen leaves out the cells of a limit without samples, and shows its result', () => {
	const [first] = sampleLoad().slo;
	if (!first) throw new Error('The sample has no limits.');
	const none = { ...first, measured: null, samples: 0, between: null, worstWindow: null };
	const page = renderHtml({ ...sampleLoad(), slo: [{ ...none, state: 'not-called' }] });
	const [, table = ''] = page.split('<caption>Limits: not called</caption>');
	const [, row = ''] = table.split('</tr>');
	expect(row.match(/<td[^>]* class="(?:number )?missing">–</g)).toHaveLength(4);
	expect(row).toContain('Not called');
	expect(page).toContain("[role='table'] td.missing { display: none; }");
});

test('limits are in the order broken, undecided, kept, and response times in the order of the flow', () => {
	const [first, ...rest] = spikeRun.slo;
	if (!first) throw new Error('The sample has no limits.');
	const page = renderHtml({ ...spikeRun, slo: [...rest, { ...first, state: 'broken' }] });
	const headings = [...page.matchAll(/<h3>([A-Z][a-z ]+) \(\d+\)<\/h3>/g)];
	const words = headings.map(([, word = '']) => word);
	const known = ['Broken', 'Undecided', 'Kept', 'Shown only'].filter((word) =>
		words.includes(word),
	);
	expect(words).toEqual(known);
	expect(words).toContain('Broken');
	const panels = [...renderHtml(shopRun).matchAll(/<h3><code>([^<]+)<\/code> <small>ms/g)];
	expect(panels.map(([, name]) => name)).toEqual([
		...['payment-options', 'payment-suboptions', 'hybrid-payment', 'merchant-checkout', 'flow'],
	]);
});

test('a percentile with too few samples is grey, and says so to a reader without colours', () => {
	const few = sampleLoad({ steps: { 'payment-options': sampleStep({ count: 900 }) } });
	const grey = [...renderHtml(few).matchAll(/<span class="few">([\d,.]+)<span class="hidden">/g)];
	expect(grey.map(([, text]) => text)).toEqual(['220']);
	expect(renderHtml(sampleLoad())).not.toContain('too few samples)');
});

test('the axis of a count has whole numbers only', () => {
	const report = sampleLoad();
	const ticksOf = (inFlight: number, title: string) => {
		const series = report.series.map((second) => ({ ...second, inFlight, steps: {} }));
		const page = renderHtml({ ...report, series });
		const chart = chartsOf(page).find((one) => one.includes(`>${title}</title>`)) ?? '';
		return [...chart.matchAll(/text-anchor="end">([\d.,]+)</g)].map(([, text]) => text);
	};
	expect(ticksOf(3, 'Flows in flight')).toEqual(['0', '1', '2', '3', '4']);
	expect(ticksOf(2, 'Flows in flight')).toEqual(['0', '1', '2']);
	expect(ticksOf(2, 'Failed calls per second')).toEqual(['0', '1']);
});

test('the capacity is marked in both charts of a breakpoint run', () => {
	const marked = chartsOf(renderHtml(breakpointRun)).filter((chart) =>
		chart.includes('>capacity 58.8</text>'),
	);
	expect(marked).toHaveLength(2);
});

test('the parts of a rehearsal link to their reports, and a folder is never an address of its own', () => {
	const page = renderHtml(readyRun);
	expect(page).not.toContain('Measured in the step');
	expect(page).toContain('<a href="./spike/report.html">spike</a>');
	const [member] = readyRun.members ?? [];
	if (!member) throw new Error('no member');
	const hostile = { ...readyRun, members: [{ ...member, folder: 'javascript:alert(1)//x\ud800' }] };
	expect(renderHtml(hostile)).toContain('<a href="./javascript%3Aalert(1)/x/report.html">');
});

test('a limit of a smoke run is marked as not judged', () => {
	const smoke = sampleLoad({ plan: { judgesLatency: false, ratePerSecond: null } });
	expect(renderHtml(smoke)).toContain('shown, not judged');
	expect(renderHtml(sampleLoad())).not.toContain('shown, not judged');
});

test('a single chart is as wide as one of several', () => {
	const { steps, series } = sampleLoad();
	const page = renderHtml(sampleLoad());
	expect(Object.keys(steps)).toHaveLength(1);
	expect(series.length).toBeGreaterThan(0);
	// auto-fit would stretch a single chart over the whole row.
	expect(page).toMatch(/\.panels \{[^}]*repeat\(auto-fill, /);
	expect(page).not.toMatch(/\.panels \{[^}]*auto-fit/);
});

test('a merged report shows each part, also one without a canary', () => {
	const ofPart = { verdict: 'GO', flows: 1200, canaryP95Ms: 31.5 };
	const each = [
		{ ...ofPart, name: '1/2' },
		{ ...ofPart, name: '2/2', verdict: 'ERROR', canaryP95Ms: null },
	];
	const page = renderHtml({ ...sampleLoad(), parts: { found: ['1/2'], planned: 2, each } });
	const [, rows = ''] =
		/Parts that were merged<\/caption>.*?<tbody[^>]*>(.*?)<\/tbody>/s.exec(page) ?? [];
	const cells = rows.split('</tr>').map((row) => row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
	expect(cells.map((row) => row.trim()).filter(Boolean)).toEqual([
		'1/2 GO 1,200 32 ms',
		'2/2 ERROR 1,200 –',
	]);
});

test('each section of a breakpoint run with the figures of one step says which', () => {
	const sentence = 'Measured in the step at 58.8 flows per second, the highest kept rate.';
	const sections = (page: string) =>
		page.split('<section ').filter((part) => part.includes(sentence));
	const [failure] = spikeRun.failures;
	if (!failure) throw new Error('no failure');
	const page = renderHtml({ ...breakpointRun, failures: [failure], merchant: shopRun.merchant });
	expect(page).toContain(`<p class="lead">${sentence}</p>`);
	const [, ...ids] = sections(page).map((part) => /aria-labelledby="([^"]*)"/.exec(part)?.[1]);
	expect(ids).toEqual([
		'limits',
		'latency',
		'failures',
		'shop',
		'stories',
		'outcomes',
		'generator',
	]);
	expect(sections(renderHtml(shopRun))).toEqual([]);
	const lost = renderHtml({ ...breakpointRun, capacity: undefined, verdict: 'ERROR' });
	expect(lost).not.toContain('Measured in the step');
});

test.each([
	['wrongCustomer', 'Orders with another customer'],
	['wrongMethod', 'Orders with another option or bank'],
	['otherFlow', 'Orders of another flow than their payment'],
	['sharedReferences', 'References that several orders have'],
])('the count %s is shown as %s', (count, label) => {
	const { merchant } = shopRun;
	if (!merchant) throw new Error('no merchant');
	const cellOf = (report: LoadReport) => {
		const [, rest = ''] = renderHtml(report).split(`<dt>${label}</dt>`);
		const [cell = ''] = rest.split('</dd>');
		return cell.replace(/<[^>]*>/g, '').trim();
	};
	expect(cellOf({ ...shopRun, merchant: { ...merchant, [count]: 3 } })).toBe('3');
	expect(cellOf({ ...shopRun, merchant: { ...merchant, [count]: undefined } })).toBe('');
});
