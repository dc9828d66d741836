/** `POST /v2/payment-options`: creates the transaction and its session, and returns what can be paid with. */
import { latestCall } from '../actions/perform.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import type { ReturnOrder } from '../contract/return-url.ts';
import { defaultWorkspace, headerNames } from '../contract/routes.ts';
import type { Notice } from '../contract/warnings.ts';
import { creation, withCall } from '../domain/call-history.ts';
import type { OutcomeTrigger } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Arrival, Creation, Full, KeptAnswer } from '../state/store.ts';
import type { Call, PaymentResult, Reply, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { TakenRequest } from './check-request.ts';
import { checkRequest } from './check-request.ts';
import type { ServiceDeps } from './deps.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readKey } from './idempotency-key.ts';
import type { KnownRequest } from './known-request.ts';
import { isComparable, knownRequest } from './known-request.ts';
import { newPayment, referenceOf } from './new-payment.ts';
import { offerFor } from './offer.ts';
import { presentOptions } from './present-options.ts';
import { habitRemarks } from './request-warnings.ts';
import { readHeader, readReturnOrder, wordOf } from './request-words.ts';
import { joined, notesOf } from './warnings.ts';

const assumptions = restingOn('paymentOptions');
const none: readonly Notice[] = [];
const oddKeyword: readonly Notice[] = [{ assumption: null, warning: 'unknown_outcome_keyword' }];
const replayed: Notice = { assumption: 'D-34', warning: 'reference_replayed' };

export function paymentOptions(deps: ServiceDeps) {
	return async (call: Call): Promise<RouteResult> => {
		const { settings } = call;
		const sent = checkRequest(call.body, settings);
		if (!sent.ok) return sent.refusal;
		const header = readHeader(call.header(headerNames.outcome));
		if (header && 'code' in header) return header;
		const order = readReturnOrder(call.header(headerNames.return));
		if (!order.ok) return order.refusal;
		const key = readKey(call, settings.idempotency.header);
		if (!key.ok) return key.refusal;
		const { request } = sent;
		const offer = offerFor(request, settings);
		if ('code' in offer) return offer;
		const word = wordOf(request);
		const asked: Asked = {
			body: call.body,
			request,
			idempotencyKey: key.data,
			optionCodes: offer.optionCodes,
			headerTrigger: header,
			requestTrigger: word.trigger,
			returnOrder: order.data,
			remarks: joined(sent.remarks, offer.remarks, word.unknownKeyword ? oddKeyword : none),
		};
		const names = { reference: referenceOf(request), idempotencyKey: key.data };
		const answered = await deps.store.create(call.workspace, names, (arrival) =>
			arrive(deps, arrival, asked),
		);
		return 'full' in answered ? noRoom(deps, answered.full) : answered.result;
	};
}

/** A request that may become a payment. */
interface Asked {
	/** As it came, before any setting had a part in it. */
	body: unknown;
	request: TakenRequest;
	idempotencyKey: string | null;
	optionCodes: readonly string[];
	headerTrigger: OutcomeTrigger | null;
	requestTrigger: OutcomeTrigger | null;
	returnOrder: ReturnOrder | null;
	remarks: readonly Notice[];
}

/** A new payment and its answer, or what is known under the same names. */
function arrive(deps: ServiceDeps, arrival: Arrival, asked: Asked): Creation<PaymentResult> {
	const { world } = arrival;
	const { request, idempotencyKey, optionCodes, headerTrigger, requestTrigger, returnOrder } =
		asked;
	const fingerprint = isComparable(world.settings.inForce, idempotencyKey)
		? fingerprintOf(asked.body, { headerTrigger, returnOrder })
		: null;
	const now = nowIn(world, deps.wallNow());
	const known = knownRequest(arrival, fingerprint, now);
	if (known) {
		const answer = again(known, world, asked);
		const isAnswered = !('code' in answer);
		const result = isAnswered ? 'ok' : answer.code;
		const warnings = (isAnswered && answer.notes.warnings) || [];
		const payment = withCall(known.payment, { at: now, call: creation, result, warnings });
		// From now on the key names this payment, too.
		const isNamed = isAnswered && known.kind === 'same-reference';
		return {
			known: { payment, answer: isNamed ? keptUnder(idempotencyKey, answer, now) : null },
			result: { answer, ...latestCall(deps, payment, world, creation) },
		};
	}
	const notes = notesFor(asked, arrival.sameReference, world);
	const payment = newPayment(deps, arrival, request, {
		warnings: notes.warnings ?? [],
		optionCodes,
		headerTrigger,
		requestTrigger,
		returnOrder,
		fingerprint,
		idempotencyKey,
	});
	const reply = json(presentOptions(payment, world), notes);
	return {
		created: { payment, answer: keptUnder(idempotencyKey, reply, now) },
		result: { answer: reply, ...latestCall(deps, payment, world, creation) },
	};
}

/** Null without a key to keep it under. */
function keptUnder(
	idempotencyKey: string | null,
	{ status, contentType, text }: Reply,
	at: number,
): KeptAnswer | null {
	return idempotencyKey === null ? null : { at, status, contentType, text };
}

/** The answer that was kept under the key, or the one that the payment itself gives again. */
function again(known: KnownRequest, world: WorkspaceRecord, asked: Asked): Reply | ApiError {
	if (known.kind === 'refused') return known.refusal;
	if (known.kind === 'same-key') {
		const notes = notesFor(asked, known.payment.sameReference, world);
		const { status, contentType, text } = known.answer;
		return { status, contentType, text, headers: { [headerNames.replayed]: 'true' }, notes };
	}
	const remarks = [...asked.remarks, replayed];
	return json(
		presentOptions(known.payment, world),
		notesFor({ ...asked, remarks }, known.payment.sameReference, world),
	);
}

function notesFor({ request, remarks }: Asked, sameReference: number, world: WorkspaceRecord) {
	const habits = habitRemarks(request, sameReference, world.settings.inForce);
	return notesOf(assumptions, joined(remarks, habits));
}

/** The limits are those of the whole server. */
async function noRoom({ store }: ServiceDeps, full: Full): Promise<ApiError> {
	const { limits } = (await store.world(defaultWorkspace)).settings.inForce;
	return full === 'payments'
		? { code: 'sandbox_full', maxPayments: limits.maxPayments }
		: { code: 'workspaces_full', maxWorkspaces: limits.maxWorkspaces };
}
