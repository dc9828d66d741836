/** Every report of a load run has the figures of its `report.json`, and no figure of its own. */
import { expect, test } from 'vitest';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { runReportSchema } from '../simulator/contract/run-report.ts';
import { loadReports, readyRun, repeatedRun, spikeRun } from '../test/support/load-reports.ts';
import { formatCount, formatMs, formatRate } from './figures.ts';
import { limitGroups, verdictLine } from './load-facts.ts';
import { loadSummary } from './load-terminal.ts';
import { renderJson, renderReport } from './render.ts';
import { formatMeasured } from './slo.ts';

const reports = Object.entries(loadReports);

const render = (report: LoadReport) => ({
	...renderReport(report, { csv: true }),
	terminal: `${loadSummary(report)}${verdictLine(report)}`,
});

const rendered = new Map(reports.map(([, report]) => [report, render(report)]));
const filesOf = (report: LoadReport) => rendered.get(report) ?? render(report);

/** The cells of every row that contains the name in its first cell. */
type Rows = readonly (readonly string[])[];

const decode = (text: string) =>
	text
		.replace(/&(lt|gt|quot|#39|apos|#10|#64|amp);/g, (_, name: string) => {
			const known: Record<string, string> = {
				...{ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' },
				...{ '#39': "'", '#10': '\n', '#64': '@' },
			};
			return known[name] ?? '';
		})
		.replace(/\s+/g, ' ')
		.trim();

const htmlRows = (page: string): Rows =>
	[...page.matchAll(/<tr role="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
		[...row.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)].map(
			([, cell = '']) =>
				decode(cell.replace(/<span class="hidden">.*?<\/span>/g, '').replace(/<[^>]*>/g, ' ')),
		),
	);

const unescapeMarkdown = (text: string) =>
	decode(text.replace(/\\(.)/g, '$1').replaceAll('**', ''));

const markdownRows = (text: string): Rows =>
	text
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.slice(2, -2).split(' | ').map(unescapeMarkdown));

const terminalRows = (text: string): Rows => text.split('\n').map((line) => line.split(/ {2,}/));

const rowOf = (rows: Rows, name: string) => rows.find(([first]) => first === name) ?? [];

test.each(reports)('%s: what is rendered from report.json is what the run wrote', (_, report) => {
	const read = runReportSchema.parse(JSON.parse(renderJson(report)));
	if (read.kind !== 'load') throw new Error('no load report');
	expect(filesOf(read)).toEqual(filesOf(report));
});

test.each(reports)('%s: each limit has the same figure and result everywhere', (_, report) => {
	const files = filesOf(report);
	const tables = [
		htmlRows(files['report.html']),
		markdownRows(files['summary.md']),
		terminalRows(files.terminal),
	];
	for (const { word, rows } of limitGroups(report)) {
		for (const row of rows) {
			for (const table of tables) {
				const cells = rowOf(table, row.name);
				expect(cells).toContain(formatMeasured(row));
				const shown = cells.join(' ').toLowerCase();
				expect(shown).toContain(
					word === 'shown only' && table === tables[0] ? 'shown, not judged' : word,
				);
			}
			if (word !== 'shown only') expectCase(files, row.name, word, formatMeasured(row));
		}
	}
});

const caseWords: Record<string, [junit: RegExp, tap: RegExp]> = {
	kept: [/^<system-out>/, /^ok /],
	broken: [/^<failure /, /^not ok /],
	undecided: [/^<error /, /^not ok /],
	'not judged': [/^<skipped /, /^ok .* # SKIP /],
	'not called': [/^<skipped /, /^ok .* # SKIP /],
};

/** JUnit and TAP have a case for each limit, with the result of the other files. */
function expectCase(
	files: ReturnType<typeof filesOf>,
	name: string,
	word: string,
	measured: string,
) {
	const [junit, tap] = caseWords[word] ?? [];
	const cases = [
		...files['junit.xml'].matchAll(
			/<testcase [^>]*name="([^"]*)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs,
		),
	];
	const [, , body = ''] = cases.find(([, found = '']) => decode(found) === name) ?? [];
	expect(body).toMatch(junit ?? /^$/);
	const lines = files['results.tap'].split('\n');
	const point = lines.find((line) => line.includes(` - ${name}`)) ?? '';
	expect(point).toMatch(tap ?? /^$/);
	// A limit without samples has no figure.
	if (junit && !body.startsWith('<skipped') && measured !== '–') {
		expect(decode(body)).toContain(`measured ${measured} over`);
	}
}

test.each(reports)('%s: flows and response times are the same everywhere', (_, report) => {
	const files = filesOf(report);
	const { flows, steps, generator, flowTimes, members = [] } = report;
	const xml = files['junit.xml'];
	const property = (name: string) =>
		Number(xml.match(new RegExp(`<property name="${name}" value="([^"]*)"`))?.[1] ?? Number.NaN);
	expect(property('flows.ok')).toBe(flows.ok);
	expect(property('generator.dropped')).toBe(generator.dropped);
	if (members.length === 0) {
		const phase = report.plan.profile === 'spike' ? ' before the peak' : '';
		expect(files['report.html']).toContain(
			`<dt>Flows ok${phase}</dt><dd>${formatCount(flows.ok)}<`,
		);
		expect(files['report.html']).toContain(
			`<dt>Flows failed${phase}</dt><dd>${formatCount(flows.failed)}<`,
		);
		expect(files['summary.md']).toContain(
			`${formatCount(flows.ok)} ok, ${formatCount(flows.failed)} failed, ${formatCount(generator.dropped)} dropped; ${formatRate(flows.rate)} per second`,
		);
		expect(files.terminal).toContain(
			`${formatCount(flows.ok)} flows ok, ${formatCount(flows.failed)} failed, ${formatCount(generator.dropped)} dropped, ${formatRate(flows.rate)} flows/s`,
		);
	}
	const timed = [
		...Object.entries(steps).map(([name, times]) => ({ names: [name], times, key: name })),
		...(flowTimes ? [{ names: ['whole flow', 'Whole flow'], times: flowTimes, key: 'flow' }] : []),
	];
	const tables = [
		htmlRows(files['report.html']),
		markdownRows(files['summary.md']),
		terminalRows(files.terminal),
	];
	for (const { names, times, key } of timed) {
		const figures = [times.p50, times.p95, times.p99, times.max].map(formatMs);
		for (const table of tables) {
			const cells = table.find(([first = '']) =>
				names.some((name) => first === name || (name !== key && first.startsWith(`${name} `))),
			);
			const plain = (cells ?? []).map((cell) => cell.replace(/^\((.*)\)$/, '$1'));
			expect(plain).toEqual(expect.arrayContaining(figures));
		}
		expect(property(`${key}.p95`)).toBe(times.p95);
		expect(property(`${key}.max`)).toBe(times.max);
	}
});

test.each(reports.filter(([, { plan }]) => plan.profile === 'spike'))(
	'%s: every report names the phases of a spike, and the failures of the peak',
	(_, report) => {
		const { peakFlows, flows } = report;
		const files = filesOf(report);
		expect(peakFlows?.failed).toBeGreaterThan(0);
		const [ok, failed] = [formatCount((peakFlows?.ok ?? 0) + (peakFlows?.late ?? 0)), '240'];
		const peak = `t the peak ${ok} ok, ${failed} failed (shown, not judged)`;
		const texts = Object.entries({ ...files, 'summary.md': unescapeMarkdown(files['summary.md']) });
		for (const [name, text] of texts) {
			if (name === 'report.json' || name.endsWith('.csv')) continue;
			const shown = decode(text);
			expect(shown).toContain(peak);
			expect(shown).toMatch(/fter the recovery 600 ok, 0 failed/);
			expect(shown).toMatch(/before the peak/i);
		}
		expect(files.terminal).toContain(`  before the peak ${formatCount(flows.ok)} flows ok, `);
		expect(files.terminal).toContain(`${formatRate(flows.rate)} flows/s; at the peak`);
		expect(files['report.html']).toContain(`<dt>Flows ok at the peak</dt><dd>${ok}<`);
		expect(files['report.html']).toContain('<dt>Flows failed at the peak</dt><dd>240<');
		expect(files['junit.xml']).toContain('<property name="peakFlows.failed" value="240"/>');
		if (report.verdict !== 'GO') return;
		for (const name of ['report.html', 'summary.md'] as const) {
			expect(files[name]).toContain('held before the peak and after the recovery.');
		}
	},
);

test('a spike without figures of its peak, from an older version, names the phase of its figures', () => {
	const { peakFlows, ...old } = spikeRun;
	const { terminal } = filesOf(old);
	expect(terminal).toMatch(/ flows\/s; after the recovery 600 ok, 0 failed\n/);
	expect(terminal).not.toContain('at the peak 5');
});

test.each(reports)('%s: reasons, parts and what was not tested are in every text', (_, report) => {
	const files = filesOf(report);
	const texts = {
		html: decode(files['report.html']),
		markdown: unescapeMarkdown(files['summary.md']),
		terminal: decode(files.terminal),
	};
	const { reasons, members = [], notTested = [] } = report;
	for (const text of Object.values(texts)) {
		for (const reason of reasons) expect(text).toContain(decode(reason.text));
		for (const { name, summary } of members) {
			expect(text).toContain(name);
			expect(text).toContain(summary);
		}
		for (const sentence of notTested) expect(text).toContain(sentence);
		expect(text).toContain(report.verdict);
	}
	for (const text of [decode(files['junit.xml']), files['results.tap']]) {
		for (const sentence of notTested) expect(text).toContain(sentence);
	}
	for (const { name, verdict } of members) {
		const body = new RegExp(`<testcase [^>]*name="${name}"[^>]*><([\\w-]+)`).exec(
			files['junit.xml'],
		)?.[1];
		expect(body).toBe(['GO', 'PASSED'].includes(verdict) ? 'system-out' : 'failure');
	}
});

test('only a rehearsal that was passed with your system says that you can go live', () => {
	const saying = reports.filter(([, report]) =>
		Object.values(filesOf(report)).some((text) => /ready to go live/i.test(text)),
	);
	expect(saying.map(([name]) => name)).toEqual(['readyRun']);
	const target = filesOf({ ...readyRun, subject: 'target' });
	for (const text of Object.values(target)) expect(text).not.toMatch(/ready to go live/i);
	expect(target['report.html']).toContain('Your system was not part of it.');
});

test('an idempotency run speaks of payments, not of a smoke run', () => {
	const texts = Object.values(filesOf(repeatedRun)).join('\n');
	expect(texts).toContain('No second payment was found.');
	expect(texts).not.toContain('smoke run');
});

test('the times from the intended start are those of all finished flows', () => {
	const { flows, flowTimes } = spikeRun;
	expect(flowTimes?.count).toBe(flows.ok);
	const row = rowOf(terminalRows(filesOf(spikeRun).terminal), 'from the intended start');
	expect(row[1]).toBe(formatCount(flows.ok + flows.failed));
});

test('a self-test ends with the sentence that your system was not part of it', () => {
	for (const [, report] of reports) {
		const isSelfTest = report.subject === 'sandbox';
		expect(verdictLine(report).endsWith('your system was not part of it.')).toBe(isSelfTest);
		expect(filesOf(report)['report.html'].includes('your system was not part of it')).toBe(
			isSelfTest,
		);
	}
});
