/** The store over a keeper of steps: the same promises in a file and in Redis. */
import type { Store } from '../store.ts';
import { createWatchers } from '../watchers.ts';
import type { ContextOptions } from './context.ts';
import { createContext } from './context.ts';
import { paymentCalls } from './payment-calls.ts';
import { workspaceCalls } from './workspace-calls.ts';
import { worldCalls } from './world-calls.ts';

export function createStepStore({ kind, ...options }: ContextOptions & { kind: string }): Store {
	const watchers = createWatchers();
	const context = createContext(options, watchers);
	return {
		kind,
		...paymentCalls(context),
		...worldCalls(context),
		...workspaceCalls(context),
		watch: watchers.add,
		async close() {
			watchers.clear();
			await context.housekeeping.close();
			await options.keeper.close();
		},
	};
}
