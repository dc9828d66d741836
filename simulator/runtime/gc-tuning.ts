/** How the collector of garbage treats a process that does nothing but serve. */
import { setFlagsFromString } from 'node:v8';

/**
 * When most of what some code makes lives on for a while, V8 makes all of it old from then on, and only a whole
 * collection lets go of it. Ten thousand answers that wait are enough for that: every later call, however short, then
 * outlived the young generation with all it holds, and each collection took three times as long. A process of somebody
 * else's keeps its own ways.
 */
export function disablePretenuring(): void {
	setFlagsFromString('--no-allocation-site-pretenuring');
}
