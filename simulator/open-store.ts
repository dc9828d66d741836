/** Opens the store that was asked for. */
import type { StoreOptions } from './open-durable.ts';
import { wallNow } from './runtime/time.ts';
import { createMemoryStore } from './state/memory-store.ts';
import type { Begun } from './state/steps/begin-store.ts';

export async function openStore(options: StoreOptions): Promise<Begun> {
	const { address, genesis } = options;
	if (address.kind !== 'memory') {
		const { openDurable } = await import('./open-durable.ts');
		return openDurable(options, address);
	}
	const server = genesis.settings.inForce;
	return { store: createMemoryStore({ genesis, wallNow }), genesis, isNew: true, server };
}
