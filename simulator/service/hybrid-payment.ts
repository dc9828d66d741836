/**
 * `POST /v2/hybrid-payment`: chooses an option, and a bank if the option has a list, and returns the address of the
 * cashier.
 */
import { suboptionIdOf, suboptionUuidFinder } from '../actions/ids.ts';
import type { PaymentDeps } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import { optionOfBank } from '../catalog/catalog.ts';
import type { OptionPack } from '../catalog/market.ts';
import { bankTrigger } from '../catalog/outcome-triggers.ts';
import { toMs } from '../contract/duration.ts';
import { hybridPaymentExample } from '../contract/examples.ts';
import { endpointAssumptions } from '../contract/gaps/ledger.ts';
import type { HybridPaymentRequest, HybridPaymentResponse } from '../contract/hybrid-payment.ts';
import { hybridPaymentRequestSchema } from '../contract/hybrid-payment.ts';
import { cashierPath } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import { warningsIn } from '../contract/warnings.ts';
import { isFinal } from '../domain/allowed.ts';
import type { PaymentEvent } from '../domain/event.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import { methodTime } from '../settings/settings.ts';
import type { AdmitCall, Call, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { notesOf } from './notices.ts';
import { findOption } from './offer.ts';
import { createBodyChecker } from './session-request.ts';

const assumptions = endpointAssumptions('hybridPayment');
const check = createBodyChecker(hybridPaymentRequestSchema, hybridPaymentExample);
const alreadyFinal: Notice = { assumption: 'D-33', warning: 'payment_already_final' };

export interface HybridPaymentDeps extends PaymentDeps {
	/** Returns the base of the cashier addresses of the call's workspace, without a trailing slash. */
	cashierUrl(call: Call): string;
}

export function hybridPayment(deps: HybridPaymentDeps, admit: AdmitCall) {
	return (call: Call): Awaitable<RouteResult> => {
		const checked = check(call);
		if (!checked.ok) return checked.refusal;
		const noCapacity = admit(call);
		if (noCapacity) return noCapacity;
		const { sessionId } = checked.data;
		const key = { workspace: call.workspace, sessionId, callName: 'hybrid-payment' };
		const performed = perform(deps, key, (payment, context, record) => {
			const event = choiceOf(payment, record, checked.data);
			if ('code' in event) return event;
			const found = choiceNotices(payment, event, checked.data);
			const repeated = isReuse(payment, context.now) ? [alreadyFinal] : [];
			return { event, notices: [...checked.notices, ...found, ...repeated] };
		});
		return andThen(performed, (done) => {
			if (!done) return { code: 'session_not_found', id: sessionId, workspace: call.workspace };
			if (done.refusal) {
				const isReused = isReuse(done.payment, done.context.now);
				const warnings = isReused ? { warnings: warningsIn([alreadyFinal]) } : {};
				return {
					paymentCall: done.call,
					answer: withStateGaps(done.refusal, done.payment),
					...warnings,
				};
			}
			const { transactionId } = done.payment;
			const redirectUrl = `${deps.cashierUrl(call)}${cashierPath}?sessionId=${sessionId}`;
			const response: HybridPaymentResponse = {
				statusCode: '300',
				resultType: 'redirect',
				result: { redirectUrl, transactionId },
			};
			return { paymentCall: done.call, answer: json(response, notesOf(assumptions, done.notices)) };
		});
	};
}

/** Whether a call comes for a final payment. An expired session is no reuse. */
function isReuse(payment: Payment, now: number): boolean {
	return isFinal(payment, now) && stateAt(payment, now) !== 'expired';
}

/**
 * Adds the gaps of the transitions and of a repeated call to an error about the payment's state. The errors about a choice
 * have those of a repeated call by their code.
 */
function withStateGaps(refusal: ApiError, { choice }: Payment): ApiError {
	const isOfState = refusal.code === 'not_allowed_in_state' || refusal.code === 'session_expired';
	return isOfState && choice !== null ? { ...refusal, assumptions: ['D-09', 'D-33'] } : refusal;
}

type Choose = Extract<PaymentEvent, { type: 'choose' }>;

function choiceOf(
	payment: Payment,
	record: WorkspaceRecord,
	{ paymentOptionId, optionId }: HybridPaymentRequest,
): Choose | ApiError {
	const option = findOption(payment, record, paymentOptionId);
	if (!option) return { code: 'option_not_in_session', paymentOptionId };
	const settings = record.settings.inForce;
	const chosen = chosenBank(payment, option, optionId, settings);
	if ('code' in chosen) return chosen;
	const { bankId } = chosen;
	const configured = settings.methods[option.name];
	return {
		type: 'choose',
		windowMs:
			configured?.window === undefined
				? (methodTime(record.settings, option.realistic.windowMs) ?? option.windowMs)
				: toMs(configured.window),
		choice: {
			optionCode: option.code,
			kind: option.kind,
			suboptionId: bankId,
			bankTrigger: bankId === null ? null : bankTrigger(bankId),
		},
	};
}

/**
 * Returns the bank's id in the catalog, null for an option without banks, or the error of the optionId (rules 2 and 3
 * of the service).
 */
function chosenBank(
	payment: Payment,
	{ name, kind, code, banks }: OptionPack,
	optionId: string | undefined,
	{ hybrid, ids, methods }: Settings,
): { bankId: string | null } | ApiError {
	if (banks.length === 0) {
		const isAccepted = optionId === undefined || hybrid.extraOptionId === 'ignore';
		return isAccepted ? { bankId: null } : { code: 'suboption_not_needed', option: name, kind };
	}
	if (optionId === undefined) return { code: 'suboption_required', option: name };
	const uuidOf = suboptionUuidFinder(payment);
	const bank =
		banks.find(({ id }) => suboptionIdOf(payment, id) === optionId) ??
		banks.find(({ id }) => uuidOf(id) === optionId);
	if (!bank) {
		// Only with catalog ids can the sandbox tell which other option a bank belongs to.
		const isForeign = payment.suboptionScope === 'catalog' && optionOfBank(optionId);
		const error = isForeign ? 'suboption_of_other_option' : 'suboption_not_found';
		return { code: error, option: name, optionId };
	}
	const id = suboptionIdOf(payment, bank.id);
	if (id !== optionId && !ids.acceptUuidAsOptionId) {
		return { code: 'suboption_uuid_sent', known: [id] };
	}
	const { choice } = payment;
	// The same choice again gets the same answer (D-33), even if the bank was hidden or refused since.
	if (choice?.optionCode === code && choice.suboptionId === bank.id) return { bankId: bank.id };
	const { hideBanks = [], refuseBanks = [] } = methods[name] ?? {};
	if (hideBanks.includes(bank.id) || refuseBanks.includes(bank.id)) {
		return { code: 'suboption_unavailable', option: name, optionId };
	}
	if (hybrid.requireListing && !payment.listedOptions.includes(code)) {
		return { code: 'suboptions_not_listed_yet', option: name };
	}
	return { bankId: bank.id };
}

function choiceNotices(
	payment: Payment,
	{ choice: { optionCode, suboptionId } }: Choose,
	{ optionId }: HybridPaymentRequest,
): Notice[] {
	if (suboptionId === null) {
		return optionId === undefined ? [] : [{ assumption: 'D-31', warning: 'suboption_ignored' }];
	}
	const found: Notice[] = [];
	if (optionId !== suboptionIdOf(payment, suboptionId)) {
		found.push({ assumption: 'D-29', warning: null });
	}
	// Warn only: rule 2 of the service checks the value, so a bank can be chosen before the banks were listed (D-32).
	if (!payment.listedOptions.includes(optionCode)) {
		found.push({ assumption: 'D-32', warning: 'suboptions_not_listed' });
	}
	return found;
}
