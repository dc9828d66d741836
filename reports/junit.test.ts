import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakpointRun } from '../test/support/load-reports.ts';
import { sampleLoad, sampleResult, sampleScenarios, sampleStep } from '../test/support/reports.ts';
import { failedRun, merchantRun, passedRun } from '../test/support/scenario-reports.ts';
import { renderJunit } from './junit.ts';

/** The XML rules that our files need: a declaration, nested elements, quoted attributes, known entities. */
function problemsOf(xml: string): string[] {
	const problems: string[] = [];
	const open: string[] = [];
	const text = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '');
	const tags = /<(\/?)([A-Za-z-]+)((?: [A-Za-z]+="[^"<]*")*)(\/?)>/g;
	for (const [, closing, name = '', , single] of text.matchAll(tags)) {
		if (closing && open.pop() !== name) problems.push(`</${name}> closes nothing`);
		if (!closing && !single) open.push(name);
	}
	if (open.length > 0) problems.push(`left open: ${open.join(', ')}`);
	const rest = text.replace(tags, '');
	if (/[<>]/.test(rest)) problems.push('a bare angle bracket');
	if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(text)) problems.push('a bare ampersand');
	if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text)) {
		problems.push('a character XML cannot carry');
	}
	return problems;
}

const failed = sampleResult({
	name: 'card/decline',
	status: 'failed',
	failure: { step: 'state', message: 'expected "declined" & found <processing>' },
});
const skipped = sampleResult({
	name: 'edge/lost',
	status: 'skipped',
	skipReason: 'no control API',
});

test('every scenario is a case, with its failure, its reason to skip and its steps', () => {
	const xml = renderJunit(sampleScenarios([sampleResult(), failed, skipped]));
	expect(problemsOf(xml)).toEqual([]);
	expect(xml).toContain('tests="3" failures="1" errors="0" time="130.000" skipped="1"');
	expect(xml).toContain('<testcase classname="scenarios" name="card/approve" time="0.120">');
	expect(xml).toContain('state: expected &quot;declined&quot; &amp; found &lt;processing&gt;');
	expect(xml).toContain('<skipped message="no control API"/>');
	expect(xml).toContain('passed  40 ms  hybrid-payment');
});

test('a flaky scenario passes and shows its first failure', () => {
	const flaky = { ...failed, status: 'flaky' as const };
	const xml = renderJunit(sampleScenarios([flaky]));
	expect(xml).toContain('failures="0"');
	expect(xml).toContain('<flakyFailure message="state: expected &quot;declined&quot;');
});

test('scenarios that could not be judged are an error, never an empty green suite', () => {
	expect(renderJunit(sampleScenarios([]))).toContain('tests="1" failures="0" errors="1"');
});

test('a load run has a case for its end and for every judged limit, with the figures', () => {
	const report = sampleLoad({ steps: { 'payment-options': sampleStep({ p95: 250 }) } });
	const xml = renderJunit(report);
	expect(problemsOf(xml)).toEqual([]);
	expect(xml).toContain('tests="6" failures="1" errors="0"');
	expect(xml).toContain(
		'name="run completed" time="130.000"><system-out>2,400 flows ok, 0 failed, 0 dropped, 20 flows/s</system-out>',
	);
	expect(xml).toContain('<failure message="Limit 200 ms, measured 250 ms over 2,400 samples."');
	expect(xml).toContain('<property name="payment-options.p95" value="250"/>');
});

test('a limit that is not judged is not a case', () => {
	const xml = renderJunit(sampleLoad({ plan: { judgesLatency: false, ratePerSecond: null } }));
	expect(xml).toContain('tests="1"');
});

test('a capacity that was found has no errors: its steps need few samples', () => {
	const { slo } = sampleLoad({ steps: { 'payment-options': sampleStep({ count: 100 }) } });
	const xml = renderJunit({ ...breakpointRun, slo });
	expect(xml).toMatch(/failures="0" errors="0" time="[\d.]+" skipped="3"/);
	expect(xml).toContain('over 100 samples. Too few samples to judge."/>');
});

const doubt = { id: 'plan', group: 'run', severity: 'inconclusive', text: 'Half of it.' } as const;

test('limits without a verdict, and of calls that the plan does not make, are skipped', () => {
	const lost = renderJunit(sampleLoad({ summaryMissing: true }));
	expect(lost).toContain('tests="7" failures="0" errors="2"');
	expect(lost.match(/<skipped message="Limit [^"]*: not judged\."/g)).toHaveLength(5);
	const uncalled = sampleLoad({ steps: {}, plan: { steps: ['hybrid-payment'] } });
	expect(renderJunit(uncalled).match(/: not called\."/g)).toHaveLength(3);
});

test('doubts are errors, each with a unique name', () => {
	const few = { 'payment-options': sampleStep({ count: 100 }) };
	const xml = renderJunit(sampleLoad({ steps: few, generator: { startLagP99Ms: 90 } }));
	expect(xml).toContain('name="start-lag" time="0.000"><error');
	expect(xml).toContain('measured 150 ms over 100 samples. Undecided.');
	const twice = [0, 1].map(() => ({ ...doubt, evidence: [] }));
	expect(renderJunit({ ...sampleLoad(), reasons: twice })).toContain(
		'name="plan 2" time="0.000"><error',
	);
	expect(renderJunit(sampleLoad({ interrupted: true }))).toContain('The run was interrupted.');
});

test('no string of a report can break the XML', () => {
	const text = fc.oneof(
		fc.constantFrom(
			']]>',
			'<![CDATA[',
			'"/><x y="',
			'&#0;',
			'\u0000\u001b[31m',
			'\ud800',
			'\uffff',
		),
		fc.string({ unit: 'binary' }),
	);
	fc.assert(
		fc.property(text, (value) => {
			const steps = [{ name: value, status: 'failed' as const, durationMs: 1, detail: value }];
			const failure = { step: value, message: value };
			const changes = { title: value, tags: [value], transactionIds: [value], steps };
			const scenarios = [
				sampleResult({ ...changes, name: value, status: 'failed', failure }),
				sampleResult({ ...changes, status: 'skipped', skipReason: value }),
			];
			const run = { ...sampleScenarios(scenarios), target: value, command: value, error: value };
			const load = sampleLoad({ steps: { [value]: sampleStep() } });
			const reasons = [
				{
					...{ id: value, group: 'run' as const, severity: 'error' as const },
					text: value,
					evidence: [value],
				},
			];
			expect(problemsOf(renderJunit(run))).toEqual([]);
			expect(problemsOf(renderJunit({ ...load, reasons }))).toEqual([]);
		}),
	);
});

/** The elements of junit-10.xsd of the Jenkins xUnit plugin that our files use: attributes with `!` are required. */
const schema: Record<string, { attributes: string[]; children: string[] }> = {
	testsuites: {
		attributes: ['name', 'time', 'tests', 'failures', 'errors'],
		children: ['testsuite'],
	},
	testsuite: {
		attributes: ['name!', 'tests!', 'failures!', 'errors!', 'time', 'skipped', 'timestamp'],
		children: ['properties', 'testcase'],
	},
	properties: { attributes: [], children: ['property'] },
	property: { attributes: ['name!', 'value!'], children: [] },
	testcase: {
		attributes: ['name!', 'time', 'classname'],
		children: ['skipped', 'error', 'failure', 'flakyFailure', 'system-out'],
	},
	skipped: { attributes: ['type', 'message'], children: [] },
	error: { attributes: ['type', 'message'], children: [] },
	failure: { attributes: ['type', 'message'], children: [] },
	flakyFailure: { attributes: ['type!', 'message'], children: [] },
	'system-out': { attributes: [], children: [] },
};

function schemaProblems(xml: string): string[] {
	const problems: string[] = [];
	const parents: string[] = [];
	for (const [, closing, name = '', attributes = '', single] of xml.matchAll(
		/<(\/?)([A-Za-z-]+)((?: [A-Za-z]+="[^"<]*")*)(\/?)>/g,
	)) {
		if (closing) {
			parents.pop();
			continue;
		}
		const parent = parents.at(-1);
		if (parent && !schema[parent]?.children.includes(name)) problems.push(`${name} in ${parent}`);
		const found = [...attributes.matchAll(/ ([A-Za-z]+)="/g)].map(([, one]) => one);
		const rules = schema[name]?.attributes ?? [];
		const known = rules.map((rule) => rule.replace('!', ''));
		for (const one of found) if (!known.includes(one ?? '')) problems.push(`${name}.${one}`);
		for (const rule of rules) {
			if (rule.endsWith('!') && !found.includes(rule.slice(0, -1)))
				problems.push(`no ${name}.${rule}`);
		}
		if (!single) parents.push(name);
	}
	return problems;
}

test.each([
	failedRun,
	merchantRun,
	passedRun,
	sampleScenarios([]),
	sampleLoad({ interrupted: true }),
])('the file keeps the common schema ($kind, $verdict)', (report) => {
	expect(schemaProblems(renderJunit(report))).toEqual([]);
});

test('the seed and the transactions are properties, and a failure has all that helps', () => {
	const xml = renderJunit(merchantRun);
	expect(problemsOf(xml)).toEqual([]);
	expect(xml.match(/<testcase /g)).toHaveLength(merchantRun.scenarios.length);
	expect(xml).toContain('<property name="seed" value="42"/>');
	expect(xml).toContain('<property name="mode" value="merchant"/>');
	expect(xml).toContain(
		'<property name="merchant/answer-lost.transactionIds" value="df921609-fe15-44a7-8b08-349f7fb11b18 0a6b7c1e-58f2-4d0f-9a38-27d8b3e0a001"/>',
	);
	expect(xml).toContain('\ncost: The shopper pays one order twice.');
	expect(xml).toContain('\nrerun: npx payin-sandbox scenarios merchant/answer-lost');
	expect(xml).toContain('both payments confirmed');
});

const xmllint = spawnSync('xmllint', ['--version']).status === 0;

test.skipIf(!xmllint)('xmllint accepts the file', () => {
	const input = renderJunit(sampleScenarios([failed, skipped]));
	expect(() => execFileSync('xmllint', ['--noout', '-'], { input })).not.toThrow();
});
