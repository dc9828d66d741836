/** Replays a written story in a sandbox of its own, with another seed than the recording. */
import { startSandbox } from '../harness/sandbox-process.ts';
import { openTarget } from '../harness/target.ts';
import { createServiceRuns, replay } from '../runner/replay.ts';
import type { AnyStory } from '../scenario.ts';
import { storyModule } from './write-story.ts';

/** Returns the reason why the story failed; null when it passed. */
export async function failureOf(text: string, seed: number, signal: AbortSignal) {
	const target = await openTarget({ url: undefined, start: () => startSandbox({ seed }), signal });
	try {
		const runs = createServiceRuns({
			target,
			seed,
			referenceTag: `s${seed}`,
			signal,
			onAssumption: () => {},
		});
		const story = await load(text);
		const { failure } = await replay(story, 1, (count) => runs.open(story, count));
		return failure && `${failure.step}: ${failure.message}`;
	} finally {
		await target.close();
	}
}

/** The story needs no package around it: its import is replaced by the address of this clone's or package's story API. */
async function load(text: string): Promise<AnyStory> {
	const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
	const { href } = new URL(`../scenario.${ending}`, import.meta.url);
	const module = text.replace(`'${storyModule}'`, JSON.stringify(href));
	const { recorded } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
	return recorded as AnyStory;
}
