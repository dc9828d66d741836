/** What became of a call. Every call has exactly one outcome, so the counts add up. */

export type CallOutcome =
	| 'accepted'
	| 'client_error'
	| 'rate_limited'
	| 'server_error'
	| 'timeout'
	| 'transport'
	| 'bad_contract';

/** k6's code for a request that ran into its timeout. */
const requestTimedOut = 1050;

/** Before the body is looked at; a redirect is nothing that the contract knows. */
export function outcomeOf(status: number, errorCode: number): CallOutcome {
	if (status === 0) return errorCode === requestTimedOut ? 'timeout' : 'transport';
	if (status >= 200 && status < 300) return 'accepted';
	if (status === 429) return 'rate_limited';
	if (status >= 500) return 'server_error';
	return status >= 400 ? 'client_error' : 'bad_contract';
}
