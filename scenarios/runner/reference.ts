/** Names that a run gives to its payments, and to itself. */
import { randomBytes } from 'node:crypto';

/** `20261121T104721-3f9a01`: sorts by time, and two runs in one second stay apart. */
export function createRunId(now: Date): string {
	const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '');
	return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/**
 * `card-approved-<tag>-1`, then `-2`. A fate hangs on the reference, so a sandbox of one's own gets a tag made of
 * the seed, and the same run meets the same fates again; a target that others use gets the run's id.
 */
export function createReferences(tag: string): (story: string) => string {
	const counts = new Map<string, number>();
	return (story) => {
		const count = (counts.get(story) ?? 0) + 1;
		counts.set(story, count);
		return `${story.replaceAll('/', '-')}-${tag}-${count}`;
	};
}
