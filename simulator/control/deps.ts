/** What the control API needs from outside. */
import type { Engine } from '../actions/perform.ts';
import type { Health } from '../contract/control.ts';
import type { JournalReader } from '../journal/pages.ts';
import type { Genesis } from '../workspaces/world.ts';

export interface ControlDeps extends Engine {
	journal: JournalReader;
	version: string;
	/** Of the whole server. */
	uptimeMs(): number;
	workers(): Health['workers'];
	/** How a workspace begins when nobody said otherwise. */
	genesis: Genesis;
	/** False while starting or draining. */
	isReady(): boolean;
}
