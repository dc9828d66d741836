/** The generator's process, as the rows use it. */
import type { ChildProcess } from 'node:child_process';
import { askChild, startChild, stopChild, typescript } from './child.ts';
import type { Job, Played, Reply } from './generator/job.ts';

export interface Generator {
	play(job: Job): Promise<Played>;
	stop(): Promise<void>;
}

/** For starting connections, a grace at the end, and a machine that is busy. */
const spareMs = 30_000;

export function startGenerator(core: number | null): Generator {
	let child: ChildProcess | null = null;
	const stop = async () => {
		if (child) await stopChild(child);
		child = null;
	};
	return {
		async play(job) {
			child ??= startChild(
				{ ...typescript('load/bench/generator/generator.ts'), hasChannel: true },
				core,
			);
			const limitMs = Math.ceil(job.warmUpMs + job.until.ms + spareMs);
			const reply = await askChild(child, job, limitMs).catch(async (error: unknown) => {
				// It may still be at it, and would take the next job with it.
				await stop();
				throw error;
			});
			const told = reply as Reply;
			if ('broken' in told) throw new Error(`${job.url}: ${told.broken}`);
			return told.played;
		},
		stop,
	};
}
