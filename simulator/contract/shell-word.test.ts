import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteShellWord } from './shell-word.ts';

const hostile = [
	...["'", '"', '\\', '$', '`', '!', '#', ';', '%', '@', '1', 'é', '😀'],
	...['\n', '\r', '\t', '\u0003', '\u001b[2J', '\u007f', '\u0085', '\u202e', '\u2028'],
	...["';exit 9;'", "\\'; exit 9; #", '$(exit 9)', '`exit 9`', '\n exit 9\n', '\\047', "$'"],
];

/** UTF-8 has no half of a character, an argument has no NUL, and the end of a word is marked. */
const withoutMarks = (text: string) =>
	Buffer.from(text).toString().replaceAll('\0', '').replaceAll('\u0001', '');

/** The arguments that the shell makes of each word. */
function argumentsOf(shell: string, words: readonly string[]): string[][] {
	const script = `show() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n${words.map((word) => `show ${word}\n`).join('')}`;
	const output = execFileSync(shell, ['-c', script], { encoding: 'utf8' });
	return output
		.split('\u0001\0')
		.slice(0, -1)
		.map((one) => one.split('\0').slice(0, -1));
}

const shells = { sh: false, dash: false, ash: false, bash: true, ksh: true, zsh: true };

test.each(Object.entries(shells).filter(([name]) => spawnSync(name, ['-c', ':']).status === 0))(
	'%s takes every text as one argument, and runs nothing of it',
	(shell, hasEscapes) => {
		const text = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.array(fc.constantFrom(...hostile)).map((parts) => parts.join('')),
		);
		const texts = [...hostile, ...fc.sample(text, 300)].map(withoutMarks);
		const words = texts.map(quoteShellWord);
		for (const word of words) expect(word).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
		const found = argumentsOf(shell, words);
		expect(found.map(({ length }) => length)).toEqual(texts.map(() => 1));
		// Older shells pass the escapes of `$'…'` on.
		const isExact = (_: unknown, index: number) => hasEscapes || words[index]?.startsWith("'");
		expect(found.flat().filter(isExact)).toEqual(texts.filter(isExact));
	},
);
