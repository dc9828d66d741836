/** What the control API needs from outside. */
import type { Engine } from '../actions/perform.ts';

export interface ControlDeps extends Engine {
	version: string;
	uptimeMs(): number;
	/** False while starting or draining. */
	isReady(): boolean;
}
