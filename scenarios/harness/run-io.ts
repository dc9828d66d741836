/** The output, environment, current folder and interrupt of the process. Only `cli.ts` reads them from Node. */
import { isPublicHeader } from '../../reports/mask.ts';
import { quoteShellWord } from '../../simulator/contract/shell-word.ts';
import { toVisibleLines } from '../../simulator/contract/visible.ts';

export interface RunIo {
	/** Writes results to standard output. The text includes its line breaks. */
	out(text: string): void;
	/** Writes progress and errors to standard error. */
	err(text: string): void;
	/** Writes workflow commands of GitHub Actions; `out` would escape them. */
	annotate?(commands: string): void;
	/** Whether standard error is a terminal. */
	isTerminal: boolean;
	/** Whether standard output is a terminal. Colours are written only then. */
	isOutTerminal?: boolean;
	env: Readonly<Record<string, string | undefined>>;
	cwd: string;
	/** The first interrupt aborts it: the run ends and reports what it has. */
	signal: AbortSignal;
}

/** Matches the escape sequences that commands use: colours, and the start and end of a progress line. */
const sequence = '\u001b\\[';
const ownSequences = new RegExp(`(^\\r|${sequence}(?:3[1236]|39|90)m|${sequence}K$)`);

/**
 * Escapes a text for the output, so that neither a terminal nor GitHub Actions obeys control characters or commands
 * from a shop, a target or a file. A line that begins with `::` is a workflow command, and so is `##[` anywhere.
 */
export function escapeForOutput(
	text: string,
	isTerminal: boolean,
	{ env }: Pick<RunIo, 'env'>,
): string {
	const parts = isTerminal ? text.split(ownSequences) : [text];
	const shown = parts
		.map((part, index) => (index % 2 === 1 ? part : toVisibleLines(part)))
		.join('');
	if (env.GITHUB_ACTIONS !== 'true') return shown;
	return shown.replace(/^([^\S\n]*):(?=:)/gm, '$1\\u003a').replaceAll('##[', '##\\u005b');
}

/** Leaves out the user and the password in each URL of a text. */
export function withoutCredentials(text: string): string {
	return text.replace(/(\w:\/\/)[^\s"']*@/g, '$1…@');
}

/** Leaves out the value of an unknown option, and credentials: a refused command line may contain a secret. */
export function withoutRefusedValues(commanderError: string): string {
	return withoutCredentials(commanderError).replace(/(unknown option '--[^=']+=).*'/g, "$1…'");
}

/** Shows progress: on a terminal as one line that is rewritten, elsewhere as one line for each update. */
export function createProgressLine({ err, isTerminal }: Pick<RunIo, 'err' | 'isTerminal'>) {
	let isOpen = false;
	return {
		show(line: string) {
			isOpen = isTerminal;
			// `\r` returns to the start of the line, and `\u001b[K` erases the rest of a longer one.
			err(isTerminal ? `\r${line}\u001b[K` : `${line}\n`);
		},
		end() {
			if (isOpen) err('\n');
			isOpen = false;
		},
	};
}

/**
 * The command that repeats a run. `words` are its arguments. In a clone it uses npm, because `payin-sandbox` is not on
 * the PATH. The values of `--header` are left out, except those of public headers: they may be secrets.
 */
export function rerunCommand(words: readonly string[], isClone: boolean): string {
	const [command = '', ...rest] = withoutHeaders(words).map(quote);
	if (!isClone) return ['npx payin-sandbox', command, ...rest].join(' ');
	// Without `--`, npm would read the options as its own.
	return ['npm run', command, ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ');
}

/** The options that a rerun command must keep: they select the sandbox and its seed, or decide the result of a story. */
const keptOptions = [
	...['--merchant', '--target', '--seed', '--allow-host', '--header'],
	...['--repeat', '--retries'],
];
const keptFlags = ['--i-have-permission', '--fail-on-flaky'];

/** The command that repeats one story of a run. `words` are the arguments of the run after its name. */
export function rerunStoryCommand(
	name: string,
	words: readonly string[],
	isClone: boolean,
): string {
	const kept = words.flatMap((word, index, all) => {
		const [option = ''] = word.split('=');
		if (keptFlags.includes(word)) return [word];
		if (!keptOptions.includes(option)) return [];
		const next = all[index + 1];
		return word.includes('=') || !next ? [word] : [word, next];
	});
	return rerunCommand(['scenarios', name, ...kept], isClone);
}

function withoutHeaders(words: readonly string[]): string[] {
	const hide = (word: string, header: string) =>
		isPublicHeader(header.replace(/:.*$/s, '')) ? word : word.replace(/:.*$/s, ': $TOKEN');
	return words.map((word, index) => {
		if (words[index - 1] === '--header') return hide(word, word);
		return word.startsWith('--header=') ? hide(word, word.slice('--header='.length)) : word;
	});
}

function quote(word: string): string {
	// Double quotes let the shell insert the token.
	if (/^[\w-]+(=[\w-]+)?:[ \t]*\$TOKEN$/.test(word)) return `"${word}"`;
	return /^[\w./:=,@-]+$/.test(word) ? word : quoteShellWord(word);
}
