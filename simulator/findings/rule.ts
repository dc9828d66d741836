/** The input and the result of a finding rule. */
import type { FindingCode } from '../contract/finding-table.ts';
import type { Settings } from '../contract/settings.ts';
import type { CallFacts } from './facts.ts';
import type { MerchantOrder } from './orders.ts';

/** One occurrence of a finding. */
export interface Detection {
	/** The transaction ids of the payments. */
	readonly payments: readonly string[];
	/** The ids of the journal entries. */
	readonly entries: readonly number[];
}

/** When each payment was created, on the workspace's clock, by transaction id. */
export type CreationTimes = ReadonlyMap<string, number>;

/** Facts about all payments of the workspace, by transaction id. */
export interface PaymentIndex {
	readonly createdAt: CreationTimes;
	/** When each payment that was not paid ended, on the workspace's clock. */
	readonly unpaidEnds: ReadonlyMap<string, number>;
	/**
	 * The payments that a shopper can pay: the merchant received the address of the cashier, or the shopper has submitted
	 * the payment.
	 */
	readonly reachable: ReadonlySet<string>;
}

/** When a payment ended unpaid, on the workspace's clock; infinite if it was paid or has not ended, as far as is known. */
export function unpaidEndMs({ unpaidEnds }: PaymentIndex, transactionId: string): number {
	return unpaidEnds.get(transactionId) ?? Number.POSITIVE_INFINITY;
}

/** The earliest time at which a payment may have ended unpaid: one that is no longer stored may have ended at any time. */
export function earliestUnpaidEndMs(payments: PaymentIndex, transactionId: string): number {
	const isStored = payments.createdAt.has(transactionId);
	return isStored ? unpaidEndMs(payments, transactionId) : Number.NEGATIVE_INFINITY;
}

/** Facts about the workspace that a rule needs beyond one order. */
export interface WorkspaceFacts extends PaymentIndex {
	/** The id of the latest documented call. */
	readonly latestCallId: number;
	/** What the service does when a reference is sent again (D-34), in the settings in force. */
	readonly duplicateReference: Settings['reference']['duplicate'];
}

/**
 * A rule of a finding. It must be pure, and linear in the calls and payments of the order: one order may have all of a
 * workspace.
 */
export type FindingRule = (order: MerchantOrder, workspace: WorkspaceFacts) => readonly Detection[];

/** The rules that one file defines, by finding code. */
export type FindingRules<C extends FindingCode> = Readonly<Record<C, FindingRule>>;

/** Makes a rule that reports each call for which `fits` is true. */
export function ruleForEachCall(fits: (call: CallFacts) => boolean): FindingRule {
	return ({ calls }) =>
		calls.filter((call) => call.call !== null && fits(call)).map((call) => detectionOf(call));
}

/** Makes a detection of these calls and their payments. */
export function detectionOf(...calls: readonly CallFacts[]): Detection {
	const payments = calls.flatMap(({ transactionId }) => transactionId ?? []);
	return { payments: [...new Set(payments)], entries: calls.map(({ id }) => id) };
}
