/** What belongs to the whole server, whichever of its processes is asked. */
import type { Health } from '../contract/control.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalReader } from '../journal/pages.ts';
import { ownPages } from '../journal/pages.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { Unmade, UnmadeOptions } from '../state/unmade.ts';
import { ownUnmade } from '../state/unmade.ts';
import type { Allowances } from '../wire/allowances.ts';
import { createAllowances } from '../wire/allowances.ts';

export interface WholeServer {
	workers(): Health['workers'];
	uptimeMs(): number;
	/** Of a call in the journal, after the one before it in its workspace. */
	idAfter(latestId: number): number;
	/** Everybody's, of which this process holds its own part. */
	readerOf(own: Journal): JournalReader;
	allowances: Allowances;
	unmadeAt(options: UnmadeOptions): Unmade;
	/** At once, here. */
	maxConnections: number;
}

/** Of all its processes. */
export const maxConnections = 20_000;

/** A process that is the whole server. */
export function alone(): WholeServer {
	const startedMs = monotonicMs();
	return {
		workers: () => ({ configured: 1, running: 1, answeredBy: 1 }),
		uptimeMs: () => monotonicMs() - startedMs,
		idAfter: (latestId) => latestId + 1,
		readerOf: ownPages,
		allowances: createAllowances(),
		unmadeAt: ownUnmade,
		maxConnections,
	};
}
