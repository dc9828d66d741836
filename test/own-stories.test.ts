/** Own stories: what each gets by its `needs`, and the messages about mistakes in stories and arguments. */
import {
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, temporaryFolder } from './support/command.ts';
import { scenarios, storyFile } from './support/own-stories.ts';
import { sample } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const session = `const session = await payin.paymentOptions({ market: 'CO' });
await payin.hybridPayment(session, session.paymentOptions.find(({ extraData }) => extraData.length > 0));`;

const shared = useShared(() => startSandbox({ clock: 'real' }));
// A new sandbox would double the time of a run.
const play = (file: string) => scenarios([file, '--target', shared().url]);

async function failureOf(file: string) {
	const { code, report } = await play(file);
	const [result] = report().scenarios;
	return { code, ...result?.failure, steps: result?.steps.map(({ name }) => name) };
}

/** A story whose `run` takes its whole context, and declares these needs. */
function storyOf(needs: string, body: string): string {
	const file = join(temporaryFolder(), 'needs.mjs');
	writeFileSync(
		file,
		`export const one = {
	name: 'own/needs', title: 'A story of this test', tags: ['own'], needs: '${needs}',
	async run(context) { const { payin, expect } = context; ${session} ${body} },
};`,
	);
	return file;
}

const undeclared = [
	['calls', "await context.control.advance('1h');", 'control.advance', 'control'],
	['calls', 'await context.shopper.open(session);', 'shopper.open', 'shopper'],
	['calls', 'await payin.attempt.paymentOptions({});', 'payin.attempt.paymentOptions', 'control'],
	['shopper', "await context.control.advance('1h');", 'control.advance', 'control'],
	['shopper', 'await context.shopper.attempt.pay(session);', 'shopper.attempt.pay', 'control'],
	['control', 'await context.network.settles({});', 'network.settles', 'merchant'],
	['control', "await expect.received('hybridPayment');", 'expect.received', 'merchant'],
	['control', "context.skip('not now');", 'skip', 'merchant'],
] as const;

test.each(sample(undeclared, 2, 1))(
	'a story that needs %s and writes "%s" is told to declare more',
	async (needs, body, used, more) => {
		const { code, message } = await failureOf(storyOf(needs, body));
		expect([code, message]).toEqual([
			1,
			expect.stringContaining(
				`The story uses ${used}, and declares needs: '${needs}'. Declare needs: '${more}'.\nAt `,
			),
		]);
	},
);

const declared = [
	['calls', 'const { shopper, control } = context;'],
	['shopper', 'await context.shopper.open(session);'],
	[
		'control',
		"await context.control.advance('1h'); await payin.attempt.paymentOptions({ market: 'MX' });",
	],
	['control', 'const part = async () => context.control; await part(); JSON.stringify(context);'],
] as const;

test.each(sample(declared, 2, 3))(
	'a story that needs %s passes with what it has',
	async (needs, body) => {
		expect((await play(storyOf(needs, body))).code).toBe(0);
	},
);

test('an attempt returns the refusal also if errors have status 200', async () => {
	const body = `for (const [format, code] of [['problem', 'invalid_body'], ['envelope', null], ['template', null]]) {
		await control.settings({ errors: { httpMode: 'always200', format } });
		const refusal = await payin.attempt.hybridPayment(session, { paymentOptionId: 'unknown' });
		expect.equal(format, refusal, { kind: 'refused', status: 200, code, retryAfter: null });
	}`;
	const run = await play(storyOf('control', `const { control } = context; ${body}`));
	expect(run.code, run.stdout).toBe(0);
});

test.each(sample([['XX'], [undefined], ['toString']], 1, 1))(
	'the market %s is named, with the known ones',
	async (market) => {
		const body = `await payin.paymentOptions({ market: ${JSON.stringify(market)} });`;
		const { step, message } = await failureOf(storyFile(temporaryFolder(), 'market', body));
		expect([step, message]).toEqual([
			'payment-options',
			expect.stringContaining(`market ${JSON.stringify(market)} is not known. Known are CO, MX, `),
		]);
	},
);

test('a misspelled key of a checkout is named, with the keys that the call takes', async () => {
	const body =
		"await payin.attempt.paymentOptions({ market: 'CO', amout: 5, refrence: 'x', outcom: 'DECLINE' });";
	const { step, message } = await failureOf(storyFile(temporaryFolder(), 'keys', body));
	expect([step, message]).toEqual([
		'payment-options',
		expect.stringContaining(
			'amout is not known here (did you mean amount?); refrence is not known here; outcom is not known here (did you mean outcome?). paymentOptions takes an object with market, amount, paymentReference, customer, redirectUrl, timeoutMs, outcome.',
		),
	]);
});

test('mistakes in the definition of a story are reported before any story runs', async () => {
	const wrong =
		"expectedFinding: [], expectedFindings: ['duplicate_oder'], note: 'own', shop: { flow: 1n, forbid: [], allows: 'x', paid: 'no' },";
	const file = storyFile(temporaryFolder(), 'definition', '', wrong);
	const { code, stdout, stderr } = await scenarios([file]);
	expect([code, stdout]).toEqual([2, '']);
	const problems = [
		'expectedFinding is not known here (did you mean expectedFindings?).',
		'shop.paid must be true, or left out.',
		'code in expectedFindings "duplicate_oder" is not known. Known are ',
		'forbid is not known here (did you mean forbids?). shop takes an object with market, flow, paid, amount, sends, changesFlow, allows, forbids.',
		'shop.flow 1n is not known. Known are card, bank.',
		"shop.allows must be a list of codes of findings, for example ['duplicate_order'].",
	];
	for (const problem of problems) {
		expect(stderr).toContain(`definition.mjs: in the story "own/definition", ${problem}`);
	}
});

test.each([['./storys'], ['stories/late.mjs'], ['late.ts::shop/late'], ['/nowhere/stories']])(
	'the path %s, which is not there, is no name of a story',
	async (path) => {
		const { code, stderr } = await scenarios([path]);
		expect([code, stderr]).toEqual([
			2,
			expect.stringContaining(`There is no file or folder ${path}.`),
		]);
		expect(stderr).not.toContain('card/approved');
	},
);

test('a failed expectation fails the story, also if the story catches its error', async () => {
	const body = "try { expect.equal('sum', 1, 2); } catch {} expect.ok('never alone', true);";
	const failed = await failureOf(storyFile(temporaryFolder(), 'caught', body));
	expect(failed).toMatchObject({
		code: 1,
		step: 'expect sum',
		message: expect.stringMatching(
			/^expected 2, got 1\nThe story caught this error and went on, or called /,
		),
		steps: ['expect sum', 'expect never alone'],
	});
});

test('the request of a failure is the last documented call, never one of the control API', async () => {
	const failing = `${session} await control.advance('1h'); await shopper.state(session); expect.ok('never', false);`;
	const called = await failureOf(storyFile(temporaryFolder(), 'called', failing));
	expect(called.curl).toMatch(/^curl -X POST '\S+\/v2\/hybrid-payment' /);
	const without = "await control.advance('1h'); expect.ok('never', false);";
	expect((await failureOf(storyFile(temporaryFolder(), 'without', without))).curl).toBeUndefined();
});

test.each([
	['calls process.exit', 'process.exit(0);'],
	['waits for ever', 'await new Promise(() => {});'],
])('a file of stories that %s ends as an error', async (_what, code) => {
	const folder = temporaryFolder();
	const file = storyFile(folder, 'fine', '');
	writeFileSync(file, `${code}\n${readFileSync(file, 'utf8')}`);
	const ended = await runCommand(['scenarios', '--out', join(folder, 'out'), file]);
	expect([ended.code, ended.stderr]).toEqual([
		3,
		expect.stringContaining('the process ended before the command had finished.'),
	]);
});

test('a killed run leaves no report, also none of an earlier run in its folder', async () => {
	const out = join(temporaryFolder(), 'results');
	const args = ['scenarios', '--out', out, '--target', shared().url];
	expect((await runCommand([...args, 'card/redirected'])).code).toBe(0);
	const body = 'process.kill(process.pid, "SIGKILL");';
	const killed = await runCommand([...args, storyFile(temporaryFolder(), 'killed', body)]);
	expect(killed.code).toBe(null);
	expect(readdirSync(out)).toEqual([]);
});

test('a story that imports the package from a clone without its compiled files says what to run', async () => {
	const folder = temporaryFolder();
	const missing = join(folder, 'dist', 'scenarios', 'scenario.js');
	writeFileSync(join(folder, 'one.mjs'), `import ${JSON.stringify(missing)};`);
	const { code, stderr } = await runCommand(['scenarios', join(folder, 'one.mjs')]);
	expect([code, stderr]).toEqual([
		2,
		expect.stringContaining(
			`one.mjs imports payin-sandbox, which is not built in ${realpathSync(folder)}: run npm run build there.`,
		),
	]);
});

const list = async (...args: string[]) => {
	const { code, stdout, stderr } = await scenarios([...args, '--list', '--json']);
	const stories: { name: string }[] = code === 0 ? JSON.parse(stdout) : [];
	return { code, stderr, names: stories.map(({ name }) => name) };
};

test('a folder names the files of a test runner that it does not read', async () => {
	const folder = temporaryFolder();
	for (const name of ['fine', 'a.test', 'b.spec', 'c.test', 'd.spec']) storyFile(folder, name, '');
	writeFileSync(join(folder, 'fine.d.ts'), '');
	const rule = /Skipped test files: \S+a\.test\.mjs, \S+, \S+ and 1 more\. .* rename/;
	const run = await play(folder);
	expect(run.stderr).not.toMatch(rule);
	expect(run.stdout.slice(run.stdout.indexOf('PASSED'))).toMatch(rule);
	expect(run.report().environment['own stories']).toMatch(rule);
	const named = await list(folder, join(folder, 'a.test.mjs'));
	expect(named.names).toEqual(['own/fine', 'own/a.test']);
	expect(named.stderr).toMatch(/: \S+b\.spec\.mjs, \S+c\.test\.mjs, \S+d\.spec\.mjs\. /);
	expect((await list(join(folder, 'a.test.mjs'))).stderr).toBe('');
});

test('a folder is read with its CommonJS files and each folder that a link leads to, once', async () => {
	const folder = join(temporaryFolder(), 'stories');
	const shared = temporaryFolder();
	mkdirSync(folder);
	storyFile(join(folder, '..'), 'above', '');
	storyFile(shared, 'linked', '');
	for (const [name, to] of [
		['again', shared],
		['shared', shared],
		['loop', folder],
		['up', join(folder, '..')],
	] as const) {
		symlinkSync(to, join(folder, name), 'junction');
	}
	const one = "{ title: 'A story', tags: ['own'], needs: 'calls', async run() {}";
	writeFileSync(
		join(folder, 'common.cjs'),
		`const of = (story) => story;
module.exports = { one: of(${one}, name: 'own/one' }), two: of(${one}, name: 'own/two' }) };`,
	);
	expect(await list(folder)).toEqual({
		code: 0,
		stderr: '',
		names: ['own/linked', 'own/one', 'own/two'],
	});
	symlinkSync(join(folder, 'gone'), join(folder, 'README.md'), 'junction');
	expect((await list(folder)).code).toBe(0);
	symlinkSync(join(folder, 'gone'), join(folder, 'missing'), 'junction');
	const { code, stderr } = await list(folder);
	expect([code, stderr]).toEqual([2, expect.stringContaining('missing is a link that leads to')]);
});

test('stories in exported lists and objects are read, in every export', async () => {
	const folder = temporaryFolder();
	const of = `const of = (name) => ({ name: 'own/' + name, title: 'A story', tags: ['own'], needs: 'calls', async run() {} });`;
	const lists = `perMarket = ['CO', 'MX'].map(of), kinds = { card: of('card') }, products = [{ title: 'A shoe' }]`;
	writeFileSync(join(folder, 'a.mjs'), `${of} export const ${lists};`);
	writeFileSync(join(folder, 'b.cjs'), `${of} module.exports = { perFlow: [of('b')] };`);
	// Data of helpers with the same field names is no story.
	const data = `export const plans = [{ name: 'a', needs: ['card'] }], job = { name: 'b', run: 'npm test' };`;
	writeFileSync(join(folder, 'helper.mjs'), data);
	const { names, stderr } = await list(folder);
	expect([names.sort(), stderr]).toEqual([['own/CO', 'own/MX', 'own/b', 'own/card'], '']);
});

test('a story of a CommonJS file that has no run, and a file that is not there, are named', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'common.cjs');
	const stories = `{ one: of({ title: 'One' }), two: of({ title: 'Two' }) }`;
	writeFileSync(file, `const of = (story) => story;\nmodule.exports = ${stories};`);
	expect(await list(file)).toMatchObject({
		code: 2,
		stderr: expect.stringContaining('common.cjs: one looks like a story, and has no function run.'),
	});
	expect(await list('gone.cjs')).toMatchObject({
		code: 2,
		stderr: expect.stringContaining('There is no file or folder gone.cjs.'),
	});
});

test.each(['.MJS', '.TS'])(
	'a file that ends with %s is no story for Node, and says so',
	async (ending) => {
		const folder = temporaryFolder();
		writeFileSync(join(folder, `late${ending}`), '');
		const { code, stderr } = await list(folder);
		expect([code, stderr]).toEqual([
			2,
			expect.stringContaining(`Rename it to end with ${ending.toLowerCase()}.`),
		]);
	},
);
