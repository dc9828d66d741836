/** Opens a store in the memory of this process, and lowers the default number of its payments to what its heap holds. */
import { getHeapStatistics } from 'node:v8';
import type { WantedStore } from './open-durable.ts';
import { sleep, wallNow } from './runtime/time.ts';
import { keptResponses } from './service/offer.ts';
import { fitToHeap } from './settings/payment-capacity.ts';
import type { OpenedStore } from './state/create-store.ts';
import { openStoreOver } from './state/create-store.ts';
import { createMemoryBackend } from './state/memory-backend.ts';
import { createStoreClock } from './state/store-clock.ts';

export function openMemory({ startValues, notice: show }: WantedStore): Promise<OpenedStore> {
	const { settings, notice } = fitToHeap(startValues.settings, {
		heapLimitBytes: getHeapStatistics().heap_size_limit,
		responses: keptResponses(startValues.settings.inForce),
	});
	if (notice !== null) show(notice);
	return openStoreOver({
		kind: 'memory',
		backend: createMemoryBackend(),
		startValues: { ...startValues, settings },
		clock: createStoreClock(wallNow),
		sleep,
	});
}
