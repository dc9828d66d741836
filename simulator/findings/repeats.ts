/**
 * Rules for calls that repeat an earlier call of the same order. Requests that an HTTP client sent again by itself do
 * not count.
 */
import type { CallFacts } from './facts.ts';
import { isLost } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import type { Detection, FindingRules } from './rule.ts';
import { detectionOf } from './rule.ts';

export const repeatedCallRules: FindingRules<
	'final_session_reused' | 'hybrid_repeated' | 'retry_without_key' | 'retried_without_pause'
> = {
	final_session_reused: finalSessionReused,
	hybrid_repeated: hybridRepeated,
	retry_without_key: retryWithoutKey,
	retried_without_pause: retriedWithoutPause,
};

function finalSessionReused({ calls }: MerchantOrder): Detection[] {
	const isReuse = ({ call, resent, warnings }: CallFacts) =>
		call === 'hybridPayment' && !resent && warnings.includes('payment_already_final');
	return calls.filter(isReuse).map((call) => detectionOf(call));
}

/**
 * Finds repeated hybrid-payment calls. After a lost answer a repeat is right; on a final payment it is another finding.
 */
function hybridRepeated({ calls }: MerchantOrder): Detection[] {
	const found: Detection[] = [];
	const received = new Map<string, CallFacts>();
	for (const call of calls) {
		const { transactionId, resultStatus, resent, warnings } = call;
		const isAccepted = call.call === 'hybridPayment' && resultStatus < 400 && !resent;
		if (!isAccepted || transactionId === null || warnings.includes('payment_already_final'))
			continue;
		const earlier = received.get(transactionId);
		if (earlier) found.push(detectionOf(earlier, call));
		if (!isLost(call)) received.set(transactionId, call);
	}
	return found;
}

/** Pairs of calls with the same name, in which the application repeated the first one. */
function retriesIn({ calls }: MerchantOrder): [failed: CallFacts, retry: CallFacts][] {
	const latest = new Map<string, CallFacts>();
	const pairs: [CallFacts, CallFacts][] = [];
	for (const call of calls) {
		if (call.call === null || call.resent) continue;
		const earlier = latest.get(call.call);
		if (earlier && hasFailed(earlier)) pairs.push([earlier, call]);
		latest.set(call.call, call);
	}
	return pairs;
}

const tooManyRequests = 429;

function hasFailed(call: CallFacts): boolean {
	return isLost(call) || call.resultStatus >= 500 || call.resultStatus === tooManyRequests;
}

function retryWithoutKey(order: MerchantOrder): Detection[] {
	if (!order.isKnown) return [];
	return retriesIn(order).flatMap(([failed, retry]) => {
		// After a 429 the result is clear: the call had no effect.
		const isUnclear = failed.resultStatus !== tooManyRequests || isLost(failed);
		const isCreation = retry.call === 'paymentOptions' && !retry.hasKey;
		return isCreation && isUnclear && !isReplay(failed, retry) ? [detectionOf(failed, retry)] : [];
	});
}

/** Whether the sandbox recognised the repeat by its reference (D-34). */
function isReplay(failed: CallFacts, retry: CallFacts): boolean {
	return retry.transactionId !== null && retry.transactionId === failed.transactionId;
}

const shortestPauseMs = 100;
/** The rounding error of the journal's times, in milliseconds. A call that came before the failure is not a retry. */
const roundingMs = 1;

/**
 * Finds retries without a pause. It ignores clients that disconnected, because the journal does not know when they did.
 */
function retriedWithoutPause(order: MerchantOrder): Detection[] {
	if (!order.isKnown) return [];
	return retriesIn(order)
		.filter(([failed]) => !failed.gone)
		.filter(([failed, retry]) => {
			const pauseMs = retry.arrivedMs - failed.answeredMs;
			return pauseMs >= -roundingMs && pauseMs < shortestPauseMs;
		})
		.map(([failed, retry]) => detectionOf(failed, retry));
}
