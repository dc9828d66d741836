/** The command that repeats a run, as it can be pasted where the run took place. */

/** `words` are the arguments, the command first. A clone has no `payin-sandbox` on its path. */
export function runAgain(words: readonly string[], isClone: boolean): string {
	const [command = '', ...rest] = words.map(quoted);
	if (!isClone) return ['npx payin-sandbox', command, ...rest].join(' ');
	// Without the two dashes npm would take the options for its own.
	return ['npm run', command, ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ');
}

function quoted(word: string): string {
	return /^[\w./:=,@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
