import { runScenarios } from '../../scenarios/run.ts';
import { temporaryFolder } from './command.ts';
import { startSandbox } from './sandbox.ts';

export function createIo(cwd = temporaryFolder(), env: NodeJS.ProcessEnv = {}) {
	const written = { out: '', err: '' };
	const io = {
		out(text: string) {
			written.out += text;
		},
		err(text: string) {
			written.err += text;
		},
		...{ isTerminal: false, env: { ...process.env, ...env }, cwd },
		signal: new AbortController().signal,
	};
	return { io, written };
}

export function run(
	merchant: string | undefined,
	names: readonly string[],
	{ target, jobs = 1, io = createIo().io } = {} as RunChanges,
) {
	const usual = { tags: [], seed: 7, repeat: 1, bail: false, command: 'payin-sandbox scenarios' };
	return runScenarios({ ...usual, names, merchant, target, jobs }, io);
}

interface RunChanges {
	target?: string;
	jobs?: number;
	io?: ReturnType<typeof createIo>['io'];
}

export const startedSandbox = () => startSandbox({ clock: 'scaled:2' });

export const resultsOf = ({ scenarios }: Awaited<ReturnType<typeof run>>) =>
	scenarios.map(({ name, status, failure }) => [name, status, failure?.message]);
