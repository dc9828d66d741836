/** `POST /v2/payment-options`: creates a payment, and returns its payment options. */
import type { PaymentDeps } from '../actions/perform.ts';
import { latestCall } from '../actions/perform.ts';
import { endpointAssumptions } from '../contract/gaps/ledger.ts';
import type { ReturnLinkTiming } from '../contract/return-url.ts';
import { defaultWorkspace, headerNames } from '../contract/routes.ts';
import type { Notice } from '../contract/warnings.ts';
import { creatingCall, withCall } from '../domain/call-history.ts';
import type { OutcomeTrigger } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import { digest } from '../runtime/chance.ts';
import type {
	CreationDecision,
	CreationFacts,
	ReachedLimit,
	StoredAnswer,
} from '../state/store.ts';
import type { AdmitCall, Call, Reply, ReplyNotes, RouteResult } from '../wire/call.ts';
import { jsonText } from '../wire/call.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { AcceptedRequest } from './check-request.ts';
import { checkRequest } from './check-request.ts';
import {
	maskedReferenceOf,
	newPayment,
	readOutcomeHeader,
	readReturnLinkTiming,
	requestTriggerOf,
} from './new-payment.ts';
import { notesOf, noticesAboutValues } from './notices.ts';
import { paymentOptionsText, selectOptions } from './offer.ts';
import type { RepeatedRequest } from './repeats.ts';
import {
	fingerprintOfRequest,
	needsFingerprint,
	readIdempotencyKey,
	repeatedRequest,
} from './repeats.ts';

const assumptions = endpointAssumptions('paymentOptions');
const unknownKeyword: Notice = { assumption: null, warning: 'unknown_outcome_keyword' };
const replayed: Notice = { assumption: 'D-34', warning: 'reference_replayed' };

export interface PaymentOptionsDeps extends PaymentDeps {
	newId(): string;
	/** The name of the call in the payment's list of calls. */
	creatingCall?: string;
}

export function paymentOptions(deps: PaymentOptionsDeps, admit: AdmitCall) {
	return (call: Call): Awaitable<RouteResult> => {
		const valid = readRequest(call);
		if ('code' in valid) return valid;
		const noCapacity = admit(call);
		if (noCapacity) return noCapacity;
		const { paymentReference: reference, idempotencyKey } = valid;
		const names = { reference, idempotencyKey };
		const creating = deps.store.create(call.workspace, names, (facts) =>
			createOrRepeat(deps, facts, valid),
		);
		return andThen(
			creating,
			(created): Awaitable<RouteResult> =>
				'full' in created ? fullError(deps, created.full) : created.result,
		);
	};
}

/** Reads the request and finds every error that does not depend on the store. */
function readRequest(call: Call): ValidRequest | ApiError {
	const { body, settings } = call;
	const checked = checkRequest(body, settings);
	if (!checked.ok) return checked.refusal;
	const { request } = checked;
	const header = readOutcomeHeader(call.header(headerNames.outcome));
	if (header && 'code' in header) return header;
	const timing = readReturnLinkTiming(call.header(headerNames.return));
	if (!timing.ok) return timing.refusal;
	const key = readIdempotencyKey(call, settings.idempotency.header);
	if (!key.ok) return key.refusal;
	const offer = selectOptions(request, settings);
	if ('code' in offer) return offer;
	const { trigger, unknownKeyword: isUnknown } = requestTriggerOf(request);
	return {
		body,
		request,
		paymentReference: maskedReferenceOf(request),
		// Keep only a digest: the key may be a card number.
		idempotencyKey: key.data === null ? null : digest(key.data),
		optionCodes: offer.optionCodes,
		headerTrigger: header,
		requestTrigger: trigger,
		returnLinkTiming: timing.data,
		notices: checked.notices.concat(offer.notices, isUnknown ? unknownKeyword : []),
	};
}

/** A valid request. The store has not yet checked whether it repeats another one. */
interface ValidRequest {
	/** The body as it was sent. */
	body: unknown;
	request: AcceptedRequest;
	/** The reference, with card numbers masked. */
	paymentReference: string | null;
	idempotencyKey: string | null;
	optionCodes: readonly string[];
	headerTrigger: OutcomeTrigger | null;
	requestTrigger: OutcomeTrigger | null;
	returnLinkTiming: ReturnLinkTiming | null;
	notices: readonly Notice[];
}

function createOrRepeat(
	deps: PaymentOptionsDeps,
	facts: CreationFacts,
	valid: ValidRequest,
): CreationDecision<RouteResult> {
	const { record, sameReference } = facts;
	const { idempotencyKey, paymentReference: reference } = valid;
	const { newId, creatingCall: name = creatingCall } = deps;
	const fingerprint = needsFingerprint(record.settings.inForce, idempotencyKey)
		? fingerprintOfRequest(valid.body, valid)
		: null;
	const wallMs = deps.wallNow();
	const now = nowIn(record, wallMs);
	const repeated = repeatedRequest(facts, fingerprint, now);
	if (repeated) {
		const answer = repeatedAnswer(repeated, record, valid);
		const isError = 'code' in answer;
		// A refused request for another order, which sent the key of this one, is no call of its payment.
		const isOwn = reference !== null && reference === repeated.payment.paymentReference;
		if (isError && !isOwn) return { result: answer };
		const payment = withCall(repeated.payment, {
			at: now,
			call: name,
			result: isError ? answer.code : 'ok',
			warnings: (!isError && answer.notes.warnings) || [],
		});
		// The request's idempotency key also belongs to the stored payment from now on.
		const isNamed = !isError && repeated.kind === 'same-reference';
		return {
			known: { payment, answer: isNamed ? keptUnder(idempotencyKey, answer, now) : null },
			result: { paymentCall: latestCall(deps, payment, record, name), answer },
		};
	}
	const notes = notesFor(valid, sameReference, record);
	const { warnings = [] } = notes;
	const payment = newPayment(facts, valid, {
		fingerprint,
		newId,
		wallMs,
		call: name,
		warnings,
	});
	const answer = jsonText(paymentOptionsText(payment, record), notes);
	return {
		created: { payment, answer: keptUnder(idempotencyKey, answer, now) },
		result: { paymentCall: latestCall(deps, payment, record, name), answer },
	};
}

/** The response to store for the idempotency key; null without a key. */
function keptUnder(
	idempotencyKey: string | null,
	{ status, contentType, text }: Reply,
	at: number,
): StoredAnswer | null {
	return idempotencyKey === null ? null : { at, status, contentType, text };
}

function repeatedAnswer(
	repeated: RepeatedRequest,
	record: WorkspaceRecord,
	valid: ValidRequest,
): Reply | ApiError {
	if (repeated.kind === 'refused') return repeated.refusal;
	const { payment } = repeated;
	if (repeated.kind === 'same-key') {
		const notes = notesFor(valid, payment.sameReference, record);
		const { status, contentType, text } = repeated.answer;
		return { status, contentType, text, notes, isReplayed: true };
	}
	const notices = [...valid.notices, replayed];
	const notes = notesFor({ ...valid, notices }, payment.sameReference, record);
	return jsonText(paymentOptionsText(payment, record), notes);
}

function notesFor(
	{ request, notices }: ValidRequest,
	sameReference: number,
	record: WorkspaceRecord,
): ReplyNotes {
	const found = noticesAboutValues(request, sameReference, record.settings.inForce);
	return notesOf(assumptions, found.length === 0 ? notices : [...notices, ...found]);
}

/** Returns the error for a full store. Its limits are settings of the whole server. */
async function fullError({ store }: PaymentDeps, full: ReachedLimit): Promise<ApiError> {
	const { limits } = (await store.workspaceRecord(defaultWorkspace)).settings.inForce;
	return full === 'payments'
		? { code: 'sandbox_full', maxPayments: limits.maxPayments }
		: { code: 'workspaces_full', maxWorkspaces: limits.maxWorkspaces };
}
