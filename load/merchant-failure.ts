/** A request of a shop that failed under k6: how it is counted, and the end of its flow. */
import { hostOf } from './addresses.ts';
import { metrics } from './metrics.ts';
import type { CallOutcome } from './responses.ts';
import { FlowFailure } from './send.ts';

export const errorTextProblem = 'a page with checkout.errorText';

/** Why an answer is wrong, in a fixed set of texts: k6 makes a time series of every tag value. */
export type Problem =
	| 'the redirect is no web address'
	| 'a cashier with several sessions'
	| 'a cashier without a session'
	| 'an address of the service, not its cashier'
	| 'no cashier after 5 redirects'
	| typeof errorTextProblem
	| 'neither the cashier nor an error';

interface Why {
	problem?: Problem;
	/** More text for the log only. It may contain values that the target sent. */
	detail?: string;
}

export const foreignHost = (address: string): Why => ({
	detail: `${hostOf(address)} is not in the merchant file`,
});

/** Counts a failed request, and ends the flow. */
export function fail(
	step: string,
	outcome: CallOutcome,
	{ status, error }: { status: number; error: string },
	{ problem, detail = '' }: Why = {},
): never {
	const tags = problem === undefined ? {} : { problem };
	metrics.outcome.add(1, { step, outcome, status: String(status), ...tags });
	const answer = status ? `status ${status}` : error;
	const texts = [answer, detail].filter((text) => text !== '');
	throw new FlowFailure(step, outcome, problem ?? texts.join(': '));
}
