import { expect, test } from 'vitest';
import { createPaint } from '../../reports/terminal.ts';
import { createRunId } from './run-folder.ts';
import { createProgressLine, escapeForOutput, rerunCommand } from './run-io.ts';

test.each([
	[['load', '--seed', '7'], true, 'npm run load -- --seed 7'],
	[['scenarios'], true, 'npm run scenarios'],
	[['load', '--seed', '7'], false, 'npx payin-sandbox load --seed 7'],
	[['scenarios', '--out', 'my results'], true, "npm run scenarios -- --out 'my results'"],
	[['load', '--mix', "it's"], false, `npx payin-sandbox load --mix 'it'\\''s'`],
	[['load', '--target', ''], false, "npx payin-sandbox load --target ''"],
	[['scenarios', '--header', 'X: a'], false, 'npx payin-sandbox scenarios --header "X: $TOKEN"'],
])('%j (in a clone: %s) is repeated by %s', (words, isClone, command) => {
	expect(rerunCommand(words, isClone)).toBe(command);
});

test('a run id sorts by time and differs for two runs in one second', () => {
	const now = new Date('2026-11-21T10:47:21.512Z');
	expect(createRunId(now)).toMatch(/^20261121T104721-[0-9a-f]{6}$/);
	expect(createRunId(now)).not.toBe(createRunId(now));
});

const local = { env: {} };

test('a terminal obeys the colours and the progress line of the commands, and nothing else', () => {
	const paint = createPaint({ isTerminal: true, env: {} });
	const own = ['passed', 'failed', 'flaky', 'skipped'] as const;
	for (const status of own) {
		const coloured = paint(status, 'x');
		expect(escapeForOutput(coloured, true, local)).toBe(coloured);
	}
	const lines: string[] = [];
	createProgressLine({ err: (text) => lines.push(text), isTerminal: true }).show('half');
	expect(escapeForOutput(lines.join(''), true, local)).toBe('\rhalf\u001b[K');
	expect(escapeForOutput('a\u001b]0;x\u0007\u001b[8m\rb\u001b[2J\u009b31m\n', true, local)).toBe(
		'a\\u001b]0;x\\u0007\\u001b[8m\\u000db\\u001b[2J\\u009b31m\n',
	);
	expect(escapeForOutput('a\u001b[31m\r\n\tb', false, local)).toBe('a\\u001b[31m\n\tb');
});

test('GitHub Actions obeys no line of a text', () => {
	const text = 'a ::b\n::error::c\n \t::warning::d\n\n::stop-commands::e\nf ##[group]g\n';
	expect(escapeForOutput(text, false, local)).toBe(text);
	expect(escapeForOutput(text, false, { env: { GITHUB_ACTIONS: 'true' } })).toBe(
		'a ::b\n\\u003a:error::c\n \t\\u003a:warning::d\n\n\\u003a:stop-commands::e\nf ##\\u005bgroup]g\n',
	);
	const long = '\n'.repeat(300_000);
	expect(escapeForOutput(long, false, { env: { GITHUB_ACTIONS: 'true' } })).toBe(long);
});
