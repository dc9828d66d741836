/** The sandbox as a library: `const sandbox = await createSandbox({ port: 0, clock: 'manual' })`. */
import type { WorkspaceStart } from './contract/workspaces.ts';
import type { WorkspaceControl } from './control/client.ts';
import type { SettingsPatch } from './settings/merge.ts';
import type { ServeOptionsInput } from './settings/serve-options.ts';
import { startSandbox } from './start-sandbox.ts';

export interface SandboxOptions extends ServeOptionsInput {
	/** Laid over the profile at start, like a `PUT /_sandbox/settings`. */
	settings?: SettingsPatch;
	/** Where log lines go; standard error by default. */
	writeLog?: (line: string) => void;
}

/** A world of its own in a sandbox. */
export interface Workspace extends WorkspaceControl {
	/** Removes it with its payments. */
	close(): Promise<void>;
}

/** Its own verbs are those of the workspace `default`. */
export interface Sandbox extends WorkspaceControl {
	/** The bearer token that the control API wants; null on loopback. */
	controlToken: string | null;
	/** What `serve` prints after its first line: how to take a first payment, and what is assumed. */
	guide: string;
	/** How many wait for their answer. */
	callsInFlight(): number;
	/**
	 * Another workspace. With a start it is made so, and refused when it has payments already; without one it is made
	 * by its first use.
	 */
	workspace(name: string, start?: WorkspaceStart): Promise<Workspace>;
	close(): Promise<void>;
}

/** Listens on loopback unless told otherwise. Rejects with Node's error when the port is taken. */
export function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return startSandbox(options);
}
