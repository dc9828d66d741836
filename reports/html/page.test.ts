import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RunReport } from '../../simulator/contract/run-report.ts';
import { loadReports } from '../../test/support/load-reports.ts';
import { sampleLoad, sampleResult, sampleScenarios } from '../../test/support/reports.ts';
import { failedRun, merchantRun, passedRun } from '../../test/support/scenario-reports.ts';
import { renderHtml } from './page.ts';

const failed = sampleResult({
	status: 'failed',
	failure: { step: 'state', message: 'expected declined' },
});
const pages: RunReport[] = [
	sampleLoad(),
	sampleLoad({ plan: { judgesLatency: false, ratePerSecond: null } }),
	sampleLoad({ summaryMissing: true }),
	...Object.values(loadReports),
	sampleScenarios([sampleResult(), failed]),
	sampleScenarios([]),
	passedRun,
	failedRun,
	merchantRun,
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
		// A rehearsal links to the pages of its parts.
		expect(page.replace(/<code>http[^<]*<\/code>/g, '')).not.toMatch(
			/(?:src|href)="(?!#|data:|\.\/[\w./-]+\/report\.html")/,
		);
	},
);

test.each(pages)('ids are unique, and references resolve ($kind, $verdict)', (report) => {
	const page = renderHtml(report);
	const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	const named = [...page.matchAll(/ aria-labelledby="([^"]*)"/g)].flatMap(([, list = '']) =>
		list.split(' '),
	);
	const linked = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
	expect([...named, ...linked].filter((id) => !ids.includes(id))).toEqual([]);
	expect(page).toContain('<html lang="en">');
	expect(page.match(/<h1>/g)).toHaveLength(1);
});

test.each(pages)(
	'a page names its verdict, target, command, exit code and scope ($kind, $verdict)',
	(report) => {
		const page = renderHtml(report);
		expect(page).toContain(`<span class="hidden">Verdict: </span>${report.verdict}</h2>`);
		expect(page).toContain(report.target);
		expect(page).toContain('A sandbox is not the real service');
		expect(page).toContain(report.command);
		for (const id of report.assumptions) expect(page).toContain(id);
	},
);

test.each([
	[1, 'The story that could be tried passed'],
	[2, 'All 2 stories that could be tried passed'],
])('%i passed: %s', (count, sentence) => {
	expect(
		renderHtml(sampleScenarios(Array.from({ length: count }, () => sampleResult()))),
	).toContain(sentence);
});

/** The page from the start of a story to the end of its body. */
const storyOf = (page: string, name: string) =>
	page
		.split('<details class="scenario"')
		.slice(1)
		.find((part) => part.includes(`<code>${name}</code>`)) ?? '';

test('a failed story is open and has the reason; a passed one is folded', () => {
	const page = renderHtml(sampleScenarios([sampleResult(), failed]));
	expect(page.match(/<details class="scenario" open>/g)).toHaveLength(1);
	expect(page).toContain('Failed at <strong>state</strong>');
	expect(page.indexOf('Failed (1)')).toBeLessThan(page.indexOf('Passed (1)'));
});

test('the reason of a failed expectation is a sentence with its verb', () => {
	const step = 'expect order o-1 to be open';
	const whyOf = (message: string) => {
		const run = sampleScenarios([{ ...failed, failure: { step, message } }]);
		return /<table.*?<\/table>/s.exec(renderHtml({ ...run, mode: 'merchant' }))?.[0];
	};
	expect(whyOf('the shop returns "paid"')).toContain(
		'expected order o-1 to be open: the shop returns &quot;paid&quot;',
	);
	// These messages of own stories have a verb of their own.
	for (const message of ['expected 1, got 2', 'this does not hold'])
		expect(whyOf(message)).toContain(`>order o-1 to be open: ${message}`);
});

test('of stories that failed for a reason that is explained already, none is open, and of others three', () => {
	const again = { ...failed, failure: { step: 'calls', message: 'x', sameAs: failed.name } };
	const openIn = (...results: (typeof failed)[]) =>
		renderHtml(sampleScenarios(results)).match(/<details class="scenario" open>/g)?.length;
	expect(openIn(failed, again, again)).toBe(1);
	expect(openIn(failed, failed, failed, failed)).toBe(3);
});

test('a finding in many stories is one row, before the matrix of a shop, with links to all of them', () => {
	const names = Array.from({ length: 8 }, (_, index) => `merchant/story-${index}`);
	const findings = names.map((story) => ({
		...{ code: 'currency_mismatch', severity: 'wrong' as const, count: 2, story, entries: ['3'] },
	}));
	const run = sampleScenarios(names.map((name) => ({ ...failed, name })));
	const page = renderHtml({ ...run, mode: 'merchant', findings });
	const [before = '', section = ''] =
		/^(.*)<h2 id="findings">(.*?)<\/section>/s.exec(page)?.slice(1) ?? [];
	expect(before).not.toContain('id="readiness"');
	expect(section.match(/<code>currency_mismatch<\/code>/g)).toHaveLength(1);
	expect([...section.matchAll(/href="#(story-\d+)"/g)].map(([, id]) => id)).toEqual(
		names.map((_, index) => `story-${index + 1}`),
	);
	expect(section).toContain('5 more');
	expect(section).toContain('>16<');
	expect(storyOf(page, 'merchant/story-7')).toContain('(wrong; journal 3)');
});

test('the overview names every story, the failed first, and says what the run does not test', () => {
	const page = renderHtml(failedRun);
	const [, overview = ''] = /<dl class="overview">(.*?)<\/dl>/s.exec(page) ?? [];
	const names = [...overview.matchAll(/<code>(.*?)<\/code>/g)].map(([, name]) => name);
	expect(names.slice(0, 5)).toEqual([
		...['card/declined', 'edge/server-error', 'card/drift', 'edge/lost-answer'],
		'edge/late-confirmation',
	]);
	expect(names).toHaveLength(failedRun.scenarios.length);
	expect(page).toContain('They do not test your shop: run with --merchant.');
	expect(renderHtml(merchantRun)).not.toContain('They do not test your shop');
});

test('a failure begins with its cost, and has the difference, the timeline and the command once each', () => {
	const story = storyOf(renderHtml(failedRun), 'card/declined');
	const inOrder = [
		'The order stays open',
		'Poll until',
		'Failed at',
		'<dt>Expected</dt>',
		'class="sequence"',
	];
	const at = inOrder.map((text) => story.indexOf(text));
	expect(at.every((place) => place > 0)).toBe(true);
	expect(at).toEqual(at.toSorted((a, b) => a - b));
	// The message repeats the difference: it is not shown.
	expect(story).not.toContain('expected &quot;declined&quot;, got');
	expect(story).toContain('the network has not answered');
	expect(story.match(/npx payin-sandbox scenarios card\/declined --seed 42/g)).toHaveLength(1);
	expect(story).toContain('allow for <a href="#D-33">D-33</a>');
});

test('the diagram has the lanes that occur, the messages, and the failure with its difference', () => {
	const page = renderHtml(failedRun);
	const [, diagram = ''] =
		/<svg class="sequence"(.*?)<\/svg>\n/s.exec(storyOf(page, 'card/declined')) ?? [];
	const lanes = [...diagram.matchAll(/class="lane-name"[^>]*>(\w+)</g)].map(([, lane]) => lane);
	expect(lanes).toEqual(['Shopper', 'Merchant', 'Service']);
	expect(diagram).toMatch(/<title id=.*<desc id=.*It fails at “expect state after the decline”/s);
	expect(diagram).toMatch(
		/✗ expect state after the decline.*expected &quot;declined&quot;.*got &quot;processing&quot;/s,
	);
	expect(diagram).toContain('200, 38 ms');
	expect(diagram).not.toContain('NaN');
	const call = storyOf(page, 'edge/server-error');
	expect(call).toMatch(/<text class="bad-name"[^>]*>hybrid-payment<\/text>/);
	expect(call).toContain('marker-end="url(#arrow-bad)"');
	expect(call).toContain('The last request, as curl');
});

test('deviations are a table, and the call that differs is the failed one', () => {
	const story = storyOf(renderHtml(failedRun), 'card/drift');
	expect(story).toContain('<code>payment-options: riskScore</code>');
	expect(story).not.toContain('The answer differs from the documented shape');
	expect(story.match(/class="bad-name"[^>]*>[^<]*/g)).toEqual([
		expect.stringContaining('>payment-options'),
	]);
});

test('a merchant run has a matrix, and its findings link to the story', () => {
	const page = renderHtml(merchantRun);
	const [, matrix = ''] = /<h2 id="readiness">(.*?)<\/section>/s.exec(page) ?? [];
	const words = [...matrix.matchAll(/<\/svg>([A-Z][a-z ]+)<\/span>/g)].map(([, word]) => word);
	expect(words.slice(0, 3)).toEqual(['Not handled', 'Not tried', 'Handled']);
	expect(matrix).toContain('confirmed payments of the order: expected 1, got 2');
	expect(matrix).toContain('The shopper pays one order twice.');
	const [, findings = ''] = /<h2 id="findings">(.*?)<\/section>/s.exec(page) ?? [];
	expect(findings.indexOf('duplicate_order')).toBeLessThan(findings.indexOf('retried_without'));
	expect(findings).toContain('<a href="#story-5"><code>merchant/answer-lost</code></a>');
	expect(storyOf(page, 'merchant/answer-lost')).toContain(
		'<a href="#finding-1">duplicate_order</a>',
	);
});

test('a merchant run names its merchant file and the command of the shop', () => {
	const shop = { merchant: 'shop/merchant.jsonc', shop: 'node server.js --port {port}' };
	const page = renderHtml({ ...merchantRun, environment: shop });
	const [, head = ''] = /<header>(.*?)<\/header>/s.exec(page) ?? [];
	for (const text of Object.values(shop)) expect(head).toContain(`<code>${text}</code>`);
});

test('a report of an earlier version has the list of steps instead of a diagram', () => {
	const page = renderHtml(sampleScenarios([sampleResult(), failed]));
	expect(page).not.toContain('class="sequence"');
	expect(page).toContain('Steps of “An approved card is confirmed”');
});
