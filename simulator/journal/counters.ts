/** How many calls there were, by endpoint and status: the least a journal knows. */
import type { JournalEndpoint, JournalView } from '../contract/journal.ts';

export type Counters = Map<string, number>;

export function countCall(counters: Counters, endpoint: JournalEndpoint, status: number): void {
	const key = `${endpoint} ${status}`;
	counters.set(key, (counters.get(key) ?? 0) + 1);
}

export function viewCounters(counters: Counters): JournalView['counters'] {
	return [...counters].sort().map(([key, calls]) => {
		const [endpoint, status] = key.split(' ') as [JournalEndpoint, string];
		return { endpoint, status: Number(status), calls };
	});
}
