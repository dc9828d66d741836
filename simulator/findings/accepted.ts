/** Rules for calls and payments that the sandbox accepts, but the real service may reject. */
import type { CallFacts, PaymentFacts } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import type { Detection, FindingRule, FindingRules } from './rule.ts';
import { detectionOf } from './rule.ts';

export const acceptedRules: FindingRules<
	| 'currency_mismatch'
	| 'redirect_ambiguous'
	| 'suboptions_not_listed'
	| 'no_return_seen'
	| 'undocumented_field'
	| 'client_left_early'
> = {
	currency_mismatch: byWarning('currency_mismatch'),
	redirect_ambiguous: eachPayment(({ redirectUrl }) => isAmbiguous(redirectUrl)),
	suboptions_not_listed: byWarning('suboptions_not_listed', 'suboptions_not_listed_yet'),
	no_return_seen: eachPayment(
		({ isFinal, wasSubmitted, canReturn, hasReturned }) =>
			isFinal && wasSubmitted && canReturn && !hasReturned,
	),
	undocumented_field: callsOrHistory(
		({ hasUnknownField }) => hasUnknownField,
		({ warnings }) => warnings.includes('unknown_field'),
	),
	client_left_early: callsOrHistory(leftEarly, ({ wasLeft }) => wasLeft),
};

function eachPayment(fits: (payment: PaymentFacts) => boolean): FindingRule {
	return ({ payments }) =>
		payments.filter(fits).map(({ transactionId }) => ({ payments: [transactionId], entries: [] }));
}

/** A rule for a warning of an accepted call. Settings may refuse the same call with the error code `problem`. */
function byWarning(warning: string, problem: string = warning): FindingRule {
	return callsOrHistory(
		(call) => call.warnings.includes(warning) || call.problem === problem,
		({ warnings }) => warnings.includes(warning),
	);
}

/**
 * A rule for calls of the journal, and for payments whose own list of calls shows the same after the journal has
 * dropped the entry.
 */
function callsOrHistory(
	fits: (call: CallFacts) => boolean,
	shows: (payment: PaymentFacts) => boolean,
): FindingRule {
	return ({ calls, payments }: MerchantOrder): Detection[] => {
		const found = calls.filter((call) => call.call !== null && fits(call));
		const named = new Set(calls.filter(fits).map(({ transactionId }) => transactionId));
		const dropped = payments.filter(
			(payment) => shows(payment) && !named.has(payment.transactionId),
		);
		return [
			...found.map((call) => detectionOf(call)),
			...dropped.map(({ transactionId }) => ({ payments: [transactionId], entries: [] })),
		];
	};
}

function isAmbiguous(url: string): boolean {
	return url.includes('#') || url.indexOf('?') !== url.lastIndexOf('?');
}

function leftEarly({ closedBy }: CallFacts): boolean {
	return closedBy === 'client';
}
