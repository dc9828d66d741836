/** A gap: a fact that the interface document does not state, with the assumption of the sandbox and its settings. */
import type { Endpoint } from '../routes.ts';
import type { SettingTable } from '../setting.ts';

export interface Gap<T extends SettingTable = SettingTable> {
	/** Line of the service's document that names the gap; null where the document does not mention it. */
	readonly line: number | null;
	/** Completes "not shown: …". */
	readonly notShown: string;
	/** What the sandbox does by default. */
	readonly assumed: string;
	/** Endpoints whose successful responses all depend on this assumption. Other responses name it when it shaped them. */
	readonly shapes: readonly Endpoint[];
	/** Settings that change the assumption; empty when it is fixed. */
	readonly settings: T;
}

export function gap<T extends SettingTable>(row: Gap<T>): Gap<T> {
	return row;
}
