/** What the control API needs from outside. */
import type { Engine } from '../actions/perform.ts';
import type { Journal } from '../journal/journal.ts';
import type { Genesis } from '../workspaces/record.ts';

export interface ControlDeps extends Engine {
	journal: Pick<Journal, 'of' | 'clear' | 'limitTo'>;
	version: string;
	/** The name of this process among others that share its store. */
	instance(): string;
	uptimeMs(): number;
	/** How a workspace begins when nobody said otherwise. */
	genesis: Genesis;
	/** False while starting or draining. */
	isReady(): boolean;
}
