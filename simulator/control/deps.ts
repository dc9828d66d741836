/** The dependencies of the control API. */
import type { Engine } from '../actions/perform.ts';
import type { Journal } from '../journal/journal.ts';
import type { Genesis } from '../workspaces/record.ts';

export interface ControlDeps extends Engine {
	journal: Pick<Journal, 'of' | 'clear' | 'limitTo'>;
	version: string;
	/** The name of this process among others that share its store. */
	instance(): string;
	uptimeMs(): number;
	/** The seed, clock and settings of a new workspace. */
	genesis: Genesis;
	/** False while starting or draining. */
	isReady(): boolean;
	/** Aborted when the sandbox stops. */
	stopping: AbortSignal;
}
