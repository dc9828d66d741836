/**
 * The ids that a flow received, which the k6 script passes to the runner as metadata: k6 would make a time series of
 * every tag value. One text is cheaper than one for each id.
 */

/** `transactionId` is empty for the checkout of a shop, whose answer has no such id. */
export const writeIds = (sessionId: string, transactionId = ''): string =>
	`${transactionId} ${sessionId}`;

/** Adds the ids of another answer of the same flow. */
export const joinIds = (ids: string, more: string): string =>
	ids === '' ? more : `${ids}\n${more}`;

export interface FlowIds {
	sessions: ReadonlySet<string>;
	transactions: ReadonlySet<string>;
}

/** Parses the ids of a flow. An id of several answers is there once. */
export function readFlowIds(text: string | undefined): FlowIds {
	const [sessions, transactions] = [new Set<string>(), new Set<string>()];
	for (const answer of text?.split('\n') ?? []) {
		const end = answer.indexOf(' ');
		if (end > 0) transactions.add(answer.slice(0, end));
		if (end >= 0) sessions.add(answer.slice(end + 1));
	}
	return { sessions, transactions };
}
