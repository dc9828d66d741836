/** Rules for calls that were refused, or that a stricter service may refuse. */
import type { CallFacts, PaymentFacts } from './facts.ts';
import { callsByHistoryName, isInHistory, isLost, isRefused } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import type { Detection, FindingRule, FindingRules, WorkspaceFacts } from './rule.ts';
import { detectionOf, ruleForEachCall, unpaidEndMs } from './rule.ts';

export const refusalRules: FindingRules<
	| 'suboption_uuid_sent'
	| 'option_of_another_session'
	| 'redirect_not_encoded'
	| 'refusal_ignored'
	| 'expired_session_used'
> = {
	suboption_uuid_sent: byProblem('suboption_uuid_sent'),
	option_of_another_session: byProblem('option_not_in_session'),
	redirect_not_encoded: ruleForEachCall(isNotEncoded),
	refusal_ignored: ignoredRefusal,
	expired_session_used: byProblem('session_expired'),
};

function byProblem(code: string): FindingRule {
	return ruleForEachCall(({ problem }) => problem === code);
}

/** Matches the characters that are refused in redirectUrl. */
const unencoded = /[\s\\\p{Cc}\p{Cs}]/u;

function isNotEncoded({ problem, checkout }: CallFacts): boolean {
	return problem === 'invalid_body' && unencoded.test(checkout?.redirectUrl ?? '');
}

/**
 * Finds a refusal after which nothing followed. Only the last call of an order can be one; cashier pages that were
 * refused do not count.
 */
function ignoredRefusal(order: MerchantOrder, workspace: WorkspaceFacts): Detection[] {
	const last = order.calls.findLast((call) => call.call !== null || isUsedPage(call));
	// A client that did not receive the refusal could not ignore it: it left, or a fault kept the answer.
	if (!last || last.call === null || !isRefused(last) || isLost(last)) return [];
	// If the order of a call is unknown, it may have been corrected in a later call that names an order.
	if (order.common !== 'order' && workspace.latestCallId > last.id) return [];
	if (canUseFirstPayment(last, order, workspace) || isRepeatAtLimit(last, workspace)) return [];
	return order.payments.some((payment) => hasContinued(payment, last)) ? [] : [detectionOf(last)];
}

/** The status of a cashier page with which the shopper only returns to the shop. */
const returnStatus = 204;

/** Whether the shopper used the cashier: a refused page, and a return, do not continue a payment. */
function isUsedPage({ resultStatus }: CallFacts): boolean {
	return resultStatus > 0 && resultStatus < 400 && resultStatus !== returnStatus;
}

/**
 * Whether the refusal names the payment that the order has already, and the merchant can still send the shopper to its
 * cashier page: it needs no other call. The reference was used before (D-34), or the call repeats an accepted one (D-33).
 */
function canUseFirstPayment(
	{ call, problem, transactionId, atMs, attempt }: CallFacts,
	{ calls }: MerchantOrder,
	workspace: WorkspaceFacts,
): boolean {
	const isRepeat =
		problem === 'duplicate_reference' ||
		(problem === 'choice_made' &&
			calls.some((one) => one.call === call && one.attempt === attempt && one.resultStatus < 400));
	if (!isRepeat || transactionId === null) return false;
	return workspace.reachable.has(transactionId) && unpaidEndMs(workspace, transactionId) > atMs;
}

/**
 * Whether a hybrid-payment call that met the rate limit can only be a repeat: each payment that can still be paid has a
 * cashier address. The body of the call was not read, so it names no payment.
 */
function isRepeatAtLimit({ call, problem, atMs }: CallFacts, workspace: WorkspaceFacts): boolean {
	if (call !== 'hybridPayment' || problem !== 'rate_limited') return false;
	const { unpaidEnds, reachable } = workspace;
	let hasOpen = false;
	for (const [payment, endMs] of unpaidEnds) {
		if (endMs <= atMs) continue;
		if (!reachable.has(payment)) return false;
		hasOpen = true;
	}
	return hasOpen;
}

/**
 * Whether the payment continued after the refusal: the shopper paid, or a later step of the shopper or `act` was
 * accepted. The journal does not record these steps. `refusal` is the last documented call of the order.
 */
function hasContinued(payment: PaymentFacts, refusal: CallFacts): boolean {
	const { state, latestCall, latestCallMs } = payment;
	if (state === 'processing' || state === 'confirmed' || latestCallMs > refusal.atMs) return true;
	if (Object.hasOwn(callsByHistoryName, latestCall)) return false;
	const { transactionId, sessionId } = refusal;
	if (transactionId !== payment.transactionId && sessionId !== payment.sessionId) return false;
	// The history has the order of its calls, also if all of them have one time of a manual clock.
	if (isInHistory(refusal)) return true;
	// The order of other calls at equal times is not known.
	return latestCallMs === refusal.atMs;
}
