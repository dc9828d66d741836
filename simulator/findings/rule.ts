/** What a rule reads and returns. */
import type { FindingCode } from '../contract/finding-table.ts';
import type { CallFacts } from './facts.ts';
import type { Order } from './orders.ts';

/** One time that a rule applies. */
export interface Detection {
	/** Transaction ids. */
	readonly payments: readonly string[];
	/** Ids of journal entries. */
	readonly entries: readonly number[];
}

/** Facts beyond one order. */
export interface WorkspaceFacts {
	/** The id of the latest documented call. */
	readonly latestCallId: number;
}

/** Pure, and linear in the calls and payments of the order: one order may have all of a workspace. */
export type Rule = (order: Order, workspace: WorkspaceFacts) => readonly Detection[];

/** The rules of one file. */
export type Rules<C extends FindingCode> = Readonly<Record<C, Rule>>;

/** Detects the calls that fit, each by itself. */
export function eachCall(fits: (call: CallFacts) => boolean): Rule {
	return ({ calls }) =>
		calls.filter((call) => call.call !== null && fits(call)).map((call) => detected(call));
}

/** A detection of these calls, with their payments. */
export function detected(...calls: readonly CallFacts[]): Detection {
	const payments = calls.flatMap(({ transactionId }) => transactionId ?? []);
	return { payments: [...new Set(payments)], entries: calls.map(({ id }) => id) };
}
