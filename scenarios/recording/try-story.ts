/** Replays a written story in a sandbox of its own, with another seed than the recording. */
import { startSandbox } from '../harness/sandbox-process.ts';
import { openTarget } from '../harness/target.ts';
import { createServiceRuns, replayAll } from '../runner/replay.ts';
import type { AnyStory } from '../scenario.ts';
import { storyModule } from './write-story.ts';

/** Returns the reason why the story failed; null when it passed. */
export async function failureOf(
	text: string,
	seed: number,
	signal: AbortSignal,
): Promise<string | null> {
	const target = await openTarget({ url: undefined, start: () => startSandbox({ seed }), signal });
	try {
		const runs = createServiceRuns({
			target,
			seed,
			referenceTag: `s${seed}`,
			signal,
			onAssumption: () => {},
			onFindings: () => {},
		});
		const once = { jobs: 1, repeat: 1, bail: false };
		const story = await load(text);
		const [result] = await replayAll([story], once, { ...runs, signal, onResult: () => {} });
		if (result?.status === 'passed') return null;
		const { failure, skipReason } = result ?? {};
		return failure ? `${failure.step}: ${failure.message}` : (skipReason ?? 'it did not run');
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
