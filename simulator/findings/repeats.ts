/**
 * Rules for calls that repeat an earlier call of the same order. Requests that an HTTP client sent again by itself do
 * not count.
 */

import { createFirstCallCheck } from './duplicates.ts';
import type { CallFacts, PaymentFacts } from './facts.ts';
import { cameAfterAnswer, isInHistory, isLost } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import type { Detection, FindingRules, WorkspaceFacts } from './rule.ts';
import { detectionOf } from './rule.ts';

export const repeatedCallRules: FindingRules<
	'final_session_reused' | 'hybrid_repeated' | 'retry_without_key' | 'retried_without_pause'
> = {
	final_session_reused: finalSessionReused,
	hybrid_repeated: hybridRepeated,
	retry_without_key: retryWithoutKey,
	retried_without_pause: retriedWithoutPause,
};

/**
 * A call that did not reach the payment, such as one with an invalid body, is compared with the time at which the payment
 * ended.
 */
function finalSessionReused({ calls, payments }: MerchantOrder): Detection[] {
	const known = new Map(payments.map((payment) => [payment.transactionId, payment]));
	const isReuse = (call: CallFacts) => {
		if (call.call !== 'hybridPayment' || call.resent) return false;
		if (isInHistory(call)) return call.warnings.includes('payment_already_final');
		const payment = known.get(call.transactionId ?? '');
		return payment !== undefined && payment.state !== 'expired' && wasFinalFor(payment, call);
	};
	return calls.filter(isReuse).map((call) => detectionOf(call));
}

function wasFinalFor({ finalAtMs, wasEndedByCall }: PaymentFacts, call: CallFacts): boolean {
	const { queueMs, serviceMs, injectedMs } = call.timing;
	const atMs = call.atMs - queueMs - serviceMs - injectedMs;
	// At one time of a manual clock, the call may have come before the one that ended the payment.
	return finalAtMs < atMs || (finalAtMs === atMs && !wasEndedByCall);
}

/** The refusals of a choice that other settings, or an earlier moment, would accept. */
const strictRefusals: ReadonlySet<string | null> = new Set([
	'choice_locked',
	'choice_made',
	'suboptions_not_listed_yet',
]);

/**
 * Finds repeated hybrid-payment calls. After a lost answer a repeat is right; on a final payment it is another finding.
 */
function hybridRepeated({ calls }: MerchantOrder): Detection[] {
	const found: Detection[] = [];
	/** For each payment, the call whose answer arrived first. */
	const received = new Map<string, CallFacts>();
	for (const call of calls) {
		const { transactionId, resultStatus, problem, resent, warnings } = call;
		if (call.call !== 'hybridPayment' || transactionId === null || resent) continue;
		if (warnings.includes('payment_already_final')) continue;
		const isAccepted = resultStatus < 400;
		if (!isAccepted && !strictRefusals.has(problem)) continue;
		const earlier = received.get(transactionId);
		if (earlier && cameAfterAnswer(call, earlier)) found.push(detectionOf(earlier, call));
		const isFirst = !earlier || call.order.answered < earlier.order.answered;
		if (isAccepted && isFirst && !isLost(call)) received.set(transactionId, call);
	}
	return found;
}

/** The most earlier calls of the same attempt that are compared with a call. */
const maxEarlier = 20;

interface Retry {
	readonly failed: CallFacts;
	readonly retry: CallFacts;
	/** The failed call, or the last request with which the HTTP client sent it again by itself. */
	readonly lastRequest: CallFacts;
	/** Whether another call of the same attempt was open during the failed one: the retry may repeat either. */
	readonly isAmbiguous: boolean;
}

/**
 * Pairs of calls of one attempt, in which the application repeated the first one: the latest that had ended when the
 * second arrived. A call whose content is unknown is in no pair, because it may be of another attempt.
 */
function retriesIn({ calls }: MerchantOrder): Retry[] {
	/** By attempt: the latest call that had ended, and those that were open. */
	const earlier = new Map<string, CallFacts[]>();
	const parallel = new Set<CallFacts>();
	/** By attempt: the latest request that an HTTP client sent again by itself. */
	const resends = new Map<string, CallFacts>();
	const retries: Retry[] = [];
	for (const call of calls) {
		const { attempt } = call;
		if (attempt === null) continue;
		if (call.resent) {
			resends.set(attempt, call);
			continue;
		}
		const known = earlier.get(attempt) ?? [];
		const ended = known.filter((one) => cameAfterAnswer(call, one));
		const open = known.filter((one) => !ended.includes(one));
		if (open.length > 0) for (const one of [...open, call]) parallel.add(one);
		const latest = ended.toSorted(byAnswer).slice(-1);
		for (const failed of latest.filter(hasFailed)) {
			const isAmbiguous = parallel.has(failed);
			const resend = resends.get(attempt);
			// Any of several parallel calls may be the one that was sent again.
			const isResent = resend && !isAmbiguous && cameAfterAnswer(resend, failed);
			const lastRequest = isResent ? resend : failed;
			retries.push({ failed, retry: call, lastRequest, isAmbiguous });
		}
		earlier.set(attempt, [...latest, ...open, call].slice(-maxEarlier));
	}
	return retries;
}

const byAnswer = (one: CallFacts, other: CallFacts) => one.order.answered - other.order.answered;

const tooManyRequests = 429;

function hasFailed(call: CallFacts): boolean {
	return isLost(call) || call.resultStatus >= 500 || call.resultStatus === tooManyRequests;
}

function retryWithoutKey(
	order: MerchantOrder,
	{ duplicateReference }: WorkspaceFacts,
): Detection[] {
	if (order.common === 'nothing') return [];
	const creating = new Set(order.calls.filter(createFirstCallCheck()));
	return retriesIn(order).flatMap(({ failed, retry }) => {
		// After a 429 the result is clear: the call had no effect.
		const isUnclear = failed.resultStatus !== tooManyRequests || isLost(failed);
		const isCreation = retry.call === 'paymentOptions' && !retry.hasKey;
		// The service finds the payment of an earlier call by its reference, and creates no second one (D-34).
		const isFoundByReference = duplicateReference !== 'allow' && retry.checkout?.reference != null;
		// It may also have done so before the setting was changed.
		const isReplay = retry.transactionId !== null && !creating.has(retry);
		const isSafe = isFoundByReference || isReplay;
		return isCreation && isUnclear && !isSafe ? [detectionOf(failed, retry)] : [];
	});
}

const shortestPauseMs = 100;

function retriedWithoutPause(order: MerchantOrder): Detection[] {
	if (order.common === 'nothing') return [];
	return (
		retriesIn(order)
			.filter(({ retry, lastRequest }) => cameAfterAnswer(retry, lastRequest))
			.filter(({ retry, lastRequest }) => retry.arrivedMs - lastRequest.endedMs < shortestPauseMs)
			// Each of several clients may leave and retry at its own time.
			.filter(({ failed, isAmbiguous }) => !(failed.gone && isAmbiguous))
			.map(({ failed, retry }) => detectionOf(failed, retry))
	);
}
