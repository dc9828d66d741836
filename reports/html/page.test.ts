import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunReport } from '../../simulator/contract/run-report.ts';
import {
	sampleLoad,
	sampleResult,
	sampleScenarios,
	sampleStep,
} from '../../test/support/reports.ts';
import { renderHtml } from './page.ts';

const failed = sampleResult({
	status: 'failed',
	failure: { step: 'state', message: 'expected declined' },
});
const pages: RunReport[] = [
	sampleLoad(),
	sampleLoad({ plan: { judgesLatency: false, ratePerSecond: null } }),
	sampleLoad({ summaryMissing: true }),
	sampleScenarios([sampleResult(), failed]),
	sampleScenarios([]),
];

test.each(pages)(
	'a page is self-contained, and its policy allows only its own style ($kind, $verdict)',
	(report) => {
		const page = renderHtml(report);
		const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		expect(page).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;`);
		expect(page).not.toMatch(
			/<script|<link [^>]*href="(?!data:)|<img| on[a-z]+=| style=|url\((?!#)|@import/,
		);
		expect(page.replace(/<code>http[^<]*<\/code>/g, '')).not.toMatch(/(?:src|href)="(?!#|data:)/);
	},
);

test.each(pages)('ids are unique, and references resolve ($kind, $verdict)', (report) => {
	const page = renderHtml(report);
	const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	const named = [...page.matchAll(/ aria-labelledby="([^"]*)"/g)].flatMap(([, list = '']) =>
		list.split(' '),
	);
	expect(named.filter((id) => !ids.includes(id))).toEqual([]);
	expect(page).toContain('<html lang="en">');
	expect(page.match(/<h1>/g)).toHaveLength(1);
});

test.each(pages)(
	'a page names its verdict, target, command, exit code and scope ($kind, $verdict)',
	(report) => {
		const page = renderHtml(report);
		expect(page).toContain(`<span class="hidden">Verdict: </span>${report.verdict}</h2>`);
		expect(page).toContain('http://127.0.0.1:8080');
		expect(page).toContain('A sandbox is not the real service');
		expect(page).toContain('payin-sandbox load --profile average --seed 42');
		expect(page).toContain('D-17');
		expect(page).not.toMatch(/go[- ]live/i);
	},
);

test('every chart has a title, a description and a table with its figures', () => {
	const page = renderHtml(sampleLoad());
	const charts = [...page.matchAll(/<svg class="chart".*?<\/svg>/gs)].map(([chart]) => chart);
	expect(charts.length).toBe(3);
	for (const chart of charts) expect(chart).toMatch(/<title id=.*<desc id=/s);
	expect(page.match(/<details class="figures">/g)).toHaveLength(2);
	expect(page).not.toContain('NaN');
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

test.each([
	[1, 'The scenario that could be tried passed'],
	[2, 'All 2 scenarios that could be tried passed'],
])('%i passed: %s', (count, sentence) => {
	expect(
		renderHtml(sampleScenarios(Array.from({ length: count }, () => sampleResult()))),
	).toContain(sentence);
});

test('a failed scenario is open and has the reason; a passed one is folded', () => {
	const page = renderHtml(sampleScenarios([sampleResult(), failed]));
	expect(page.match(/<details class="scenario" open>/g)).toHaveLength(1);
	expect(page).toContain('Failed at <strong>state</strong>');
	expect(page.indexOf('Failed (1)')).toBeLessThan(page.indexOf('Passed (1)'));
});

/** The tags of a page with the names of their attributes; every other angle bracket is an intruder. */
function skeleton(page: string): string[] {
	const tag = /<(?:!doctype html|\/?[a-z0-9]+(?: [A-Za-z-]+(?:="[^"]*")?)*(?: \/)?)>/g;
	const body = page.replace(/<style>.*?<\/style>/s, '');
	expect(body.replace(tag, '')).not.toMatch(/[<>]/);
	return (body.match(tag) ?? []).map((found) => found.replace(/="[^"]*"/g, ''));
}

function scenariosSaying(text: string): RunReport {
	const texts = { title: text, name: text, tags: [text], transactionIds: [text] };
	const steps = [{ name: text, status: 'failed' as const, durationMs: 1, detail: text }];
	const failure = { step: text, message: text };
	const run = sampleScenarios([
		sampleResult({ ...texts, steps, status: 'failed', failure }),
		sampleResult({ ...texts, status: 'skipped', skipReason: text }),
	]);
	return { ...run, startedAt: text, ...shared(text) };
}

function loadSaying(text: string): RunReport {
	const load = sampleLoad({
		steps: { [text]: sampleStep() },
		plan: { profile: text, mix: { [text]: 1 } },
	});
	const reasons = [{ rule: text, severity: 'error' as const, detail: text }];
	const slo = load.slo.map((row) => ({ ...row, name: text }));
	const series = load.series.map((entry) => ({
		...entry,
		steps: { [text]: { p50: 1, p95: 2, p99: 3, max: 4, count: 1, failed: 0 } },
	}));
	const generator = { ...load.generator, k6Version: text };
	const counted = { flowsByStory: { [text]: load.flows }, outcomes: { [text]: 1 } };
	return { ...load, reasons, slo, series, generator, ...counted, ...shared(text) };
}

function shared(text: string) {
	return { target: text, command: text, environment: { [text]: text }, assumptions: [text] };
}

test.each([scenariosSaying, loadSaying])('no string of a report can open a tag (%o)', (saying) => {
	const plain = skeleton(renderHtml(saying('x')));
	const hostile = fc.oneof(
		fc.constantFrom('<script>', '"><svg onload=x>', "' a='", '</style>', '</title>', '&lt;b&gt;'),
		fc.string({ unit: 'binary' }),
	);
	fc.assert(
		fc.property(hostile, (text) => {
			// A letter in front keeps names apart from `smoke` and from names every object has.
			expect(skeleton(renderHtml(saying(`x${text}`)))).toEqual(plain);
		}),
		{ numRuns: 60 },
	);
});
