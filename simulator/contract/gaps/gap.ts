/** A gap: something that the document of the service does not show, and what the sandbox does instead. */
import type { Endpoint } from '../routes.ts';
import type { SettingTable } from '../setting.ts';

export interface Gap<T extends SettingTable = SettingTable> {
	/** Line of the service's document that leaves it open; null for a silence it does not announce. */
	readonly line: number | null;
	/** What is not shown, as the end of "not shown: …". */
	readonly notShown: string;
	/** What the sandbox does until told otherwise. */
	readonly assumed: string;
	/** Answers that rest on it whenever they succeed; others name it when it shaped them. */
	readonly shapes: readonly Endpoint[];
	/** How to tell the sandbox otherwise; none for what is fixed. */
	readonly settings: T;
}

export function gap<T extends SettingTable>(row: Gap<T>): Gap<T> {
	return row;
}
