/** How many calls there were, by endpoint and status: the least a journal knows. */
import type { JournalEndpoint, JournalView } from '../contract/journal.ts';
import { cashierPath } from '../contract/routes.ts';
import type { Arrived } from '../wire/locals.ts';

export type Counters = Map<string, number>;

export function endpointOf({ call, path, settings }: Arrived): JournalEndpoint {
	if (call !== null) return call;
	return path === cashierPath || path === settings.cashier.statusPath ? 'cashier' : 'unknown';
}

export function countCall(counters: Counters, arrived: Arrived, status: number): void {
	const key = `${endpointOf(arrived)} ${status}`;
	counters.set(key, (counters.get(key) ?? 0) + 1);
}

export function viewCounters(counters: Counters): JournalView['counters'] {
	return [...counters].sort().map(([key, calls]) => {
		const [endpoint, status] = key.split(' ') as [JournalEndpoint, string];
		return { endpoint, status: Number(status), calls };
	});
}
