/** Loads modules that the first requests would load, while the server is idle. */
import type { AbortSignalLike } from './runtime/time.ts';
import { sleep } from './runtime/time.ts';

const loads: readonly (() => Promise<unknown>)[] = [
	() => import('./control/router.ts'),
	() => import('./verify/tally.ts'),
	() => import('./cashier/cashier.ts'),
	() => import('./cashier/assets.ts'),
	() => import('./cashier/status-stream.ts'),
	() => import('./start-page/start-page.ts'),
	() => import('./start-page/lists.ts'),
	() => import('./customers/customers.ts'),
	() => import('./control/reference/router.ts'),
	() => import('./control/reference/document.ts'),
];

const afterStartMs = 1_000;
const whileBusyMs = 100;

/**
 * Loads the modules one after another, each while no call is in flight: a module takes longer to load than a call.
 */
export async function preloadWhenIdle(
	callsInFlight: () => number,
	ending: AbortSignalLike,
): Promise<void> {
	await sleep(afterStartMs, ending);
	for (const load of loads) {
		while (callsInFlight() > 0 && !ending.aborted) await sleep(whileBusyMs, ending);
		if (ending.aborted) return;
		// Ignore a failure here: the request that needs the module reports it.
		await load().catch(() => undefined);
	}
}
