/** One core for the server under test and another for whoever asks, where the system can be told so. */
import { spawnSync } from 'node:child_process';

export interface Cores {
	server: number;
	generator: number;
}

/** Null where `taskset` is missing (it is Linux's) or this process may use one core only. */
export function chooseCores(): Cores | null {
	const { status, stdout } = spawnSync('taskset', ['-cp', String(process.pid)], {
		encoding: 'utf8',
	});
	if (status !== 0) return null;
	const allowed = readCoreList(stdout.slice(stdout.lastIndexOf(':') + 1));
	const [server] = allowed;
	const generator = allowed.at(-1);
	if (server === undefined || generator === undefined || server === generator) return null;
	return { server, generator };
}

/** `0-2,5` is 0, 1, 2 and 5. */
export function readCoreList(text: string): number[] {
	return [...text.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, from, to]) => {
		const first = Number(from);
		return Array.from({ length: Number(to ?? from) - first + 1 }, (_, index) => first + index);
	});
}
