/** Those who wait for a held answer while something is measured. */
import { askChild, startChild, stopChild, typescript } from './child.ts';
import type { Gathering } from './generator/crowd.ts';

export interface Crowd {
	/** How many wait for their answer now. */
	waiting(): Promise<number>;
	stop(): Promise<void>;
}

const gatherMs = 60_000;

const nobody: Crowd = { waiting: async () => 0, stop: async () => {} };

export async function gatherCrowd(gathering: Gathering, core: number | null): Promise<Crowd> {
	if (gathering.size === 0) return nobody;
	const child = startChild(
		{ ...typescript('load/bench/generator/crowd.ts'), hasChannel: true },
		core,
	);
	const crowd: Crowd = {
		waiting: async () => Number(await askChild(child, 'still', gatherMs)),
		stop: () => stopChild(child),
	};
	try {
		await askChild(child, gathering, gatherMs);
		return crowd;
	} catch (failure) {
		await crowd.stop();
		throw failure;
	}
}
