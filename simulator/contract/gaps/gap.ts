/** A gap: a fact that the interface document does not state, with the assumption of the sandbox and its settings. */
import type { Endpoint } from '../routes.ts';
import type { SettingTable } from '../setting.ts';

export interface Gap<T extends SettingTable = SettingTable> {
	/** The line of the interface document that leaves the fact open; null if the document does not mention it. */
	readonly line: number | null;
	/** Completes the sentence "not shown: …". */
	readonly notShown: string;
	/** What the sandbox does by default. */
	readonly assumed: string;
	/**
	 * The endpoints whose successful responses all depend on this assumption. Other responses name it only when it
	 * changed them.
	 */
	readonly shapes: readonly Endpoint[];
	/** The settings that change the assumption; empty if it cannot be changed. */
	readonly settings: T;
}

export function gap<T extends SettingTable>(row: Gap<T>): Gap<T> {
	return row;
}
