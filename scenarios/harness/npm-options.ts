/** Finds the options of a command that npm took as its own, because the user left out the `--` before them. */
import { UsageError } from './errors.ts';
import type { RunIo } from './run-io.ts';
import { rerunCommand } from './run-io.ts';

/** An option of a command, as commander describes it. */
interface CommandOption {
	/** `--seed <number>`. */
	flags: string;
	/** `--seed`. */
	long?: string | undefined;
	negate: boolean;
}

/** The scripts of package.json that run a command of another name. */
const commandsOfScripts: Readonly<Record<string, string>> = { start: 'serve', dev: 'serve' };

/** Options of npm itself. Their variables may come from the user's npmrc. */
const ownOptionsOfNpm = ['--json', '--quiet', '--workspace'];

const nameOf = ({ long = '', negate }: CommandOption) => (negate ? `--${long.slice(5)}` : long);
const variableOf = (option: CommandOption) =>
	`npm_config_${nameOf(option).slice(2).replaceAll('-', '_')}`;

/** The name of an option's value as its placeholder; undefined for an option without a value. */
const placeholderOf = ({ flags }: CommandOption) =>
	/[<[]([\w-]+)/.exec(flags)?.[1]?.toUpperCase().replaceAll('-', '_');

/** A command, as commander describes it. */
interface Command {
	name(): string;
	options: readonly CommandOption[];
	commands: readonly Command[];
}

/**
 * Throws if a script of this package runs the command, and npm took options of it. The error shows the command that the
 * user meant. `args` are the arguments of the program.
 */
export function refuseOptionsOfNpm(
	env: RunIo['env'],
	args: readonly string[],
	program: Command,
): void {
	const script = env.npm_lifecycle_event ?? '';
	const isOwnScript = env.npm_package_name === 'payin-sandbox' && script !== '';
	const [name, ...words] = args;
	if (!isOwnScript || (commandsOfScripts[script] ?? script) !== name) return;
	const command = program.commands.find((one) => one.name() === name);
	const subcommand = command?.commands.find((one) => one.name() === words[0]);
	const path = [script, ...(subcommand ? words.splice(0, 1) : [])];
	const isGiven = (long: string) =>
		words.some((word) => word === long || word.startsWith(`${long}=`));
	const taken = [...(command?.options ?? []), ...(subcommand?.options ?? [])]
		.filter((option) => !ownOptionsOfNpm.includes(nameOf(option)) && !isGiven(option.long ?? ''))
		.map((option) => ({ option, words: takenOptions(option, env[variableOf(option)]) }))
		.filter((one) => one.words.length > 0);
	if (taken.length === 0) return;
	const names = taken.map(({ option }) => option.long).join(', ');
	const variables = taken.map(({ option }) => variableOf(option)).join(', ');
	const allTaken = taken.flatMap((one) => one.words);
	const meant = rerunCommand([...path, ...meantWords(allTaken, words)], true);
	throw new UsageError([
		`npm took ${names} as its own. With npm, options come after --: ${meant}`,
		`If they are of your npm configuration, unset ${variables}`,
	]);
}

/** An option that npm took, with its value: a placeholder if npm left the value among the words. */
type TakenOption = [name: string, value?: string | { placeholder: string }];

/** npm sets `true` for an option without `=`, an empty text for `--no-…`, and joins the values of a repeated option. */
function takenOptions(option: CommandOption, variable: string | undefined): TakenOption[] {
	if (variable === undefined) return [];
	const { long = '', negate } = option;
	const placeholder = placeholderOf(option);
	if (placeholder === undefined) return negate === (variable === '') ? [[long]] : [];
	return variable
		.split('\n\n')
		.filter((value) => value !== '')
		.map((value) => [long, value === 'true' || isSecret(long) ? { placeholder } : value]);
}

/** The output of a pipeline is kept, so it shows no token and no setting. `rerunCommand` hides headers. */
const isSecret = (name: string) => name.endsWith('-token') || name === '--set';

/**
 * The arguments that the user meant. A single word may be the value of a single option without one. Otherwise nothing
 * tells which word is whose: placeholders stand for the values, and the words are left out.
 */
function meantWords(taken: readonly TakenOption[], words: readonly string[]): string[] {
	const missing = taken.filter(([, value]) => typeof value === 'object');
	const firstOption = words.findIndex((word) => word.startsWith('-'));
	const [plain, others] =
		firstOption < 0 ? [words, []] : [words.slice(0, firstOption), words.slice(firstOption)];
	const [word] = missing.length === 1 && plain.length === 1 ? plain : [];
	const options = taken.flatMap(([name, value]) => {
		if (typeof value === 'object')
			return [name, isSecret(name) || word === undefined ? value.placeholder : word];
		// `rerunCommand` quotes a header only as a word of its own.
		if (name === '--header') return [name, value ?? ''];
		return value === undefined ? [name] : [`${name}=${value}`];
	});
	return [...(missing.length > 0 ? [] : plain), ...others, ...options];
}
