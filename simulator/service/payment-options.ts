/** `POST /v2/payment-options`: creates the transaction and its session, and returns what can be paid with. */

import { paymentOptionIdOf } from '../actions/ids.ts';
import type { Offer } from '../catalog/catalog.ts';
import { offerFor, optionByCode } from '../catalog/catalog.ts';
import type { RequestWord } from '../catalog/signals.ts';
import { emailWord, readOutcomes, referenceWord } from '../catalog/signals.ts';
import { paymentOptionsExample } from '../contract/examples.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import type {
	PaymentOption,
	PaymentOptionsRequest,
	PaymentOptionsResponse,
} from '../contract/payment-options.ts';
import { paymentOptionsRequestSchema } from '../contract/payment-options.ts';
import { defaultWorkspace, headerNames } from '../contract/routes.ts';
import { outcomes } from '../contract/test-values.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { Payment, Signal } from '../domain/payment.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { Arrival, Creation, Full } from '../state/store.ts';
import type { Answer, Call, Drawn, Notes, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkBody } from '../wire/checked.ts';
import type { World } from '../workspaces/world.ts';
import { chanceIn, nowIn } from '../workspaces/world.ts';
import { fieldWarnings } from './accepted-fields.ts';
import type { ServiceDeps } from './deps.ts';
import { fingerprintOf } from './fingerprint.ts';
import { habitWarnings } from './habits.ts';
import { readKey } from './idempotency-key.ts';
import type { KnownRequest } from './known-request.ts';
import { isComparable, knownRequest } from './known-request.ts';
import { newPayment, referenceOf } from './new-payment.ts';

const assumptions = restingOn('paymentOptions');

export function paymentOptions(deps: ServiceDeps) {
	return async (call: Call): Promise<Answer> => {
		const sent = checkBody(paymentOptionsRequestSchema, call.body, paymentOptionsExample);
		if (!sent.ok) return sent.refusal;
		const header = readHeader(call.header(headerNames.outcome));
		if (header === 'unknown') {
			return { code: 'unknown_outcome', param: headerNames.outcome, known: outcomes };
		}
		const { settings } = await deps.store.world(call.workspace);
		const key = readKey(call, settings.inForce.idempotency.header);
		if (!key.ok) return key.refusal;
		const asked = { request: sent.data, body: call.body, header };
		const names = { reference: referenceOf(sent.data), idempotencyKey: key.data };
		const answered = await deps.store.create(call.workspace, names, (arrival) =>
			arrive(deps, arrival, asked, key.data),
		);
		return 'full' in answered ? noRoom(deps, answered.full) : answered.result;
	};
}

/** The limits are those of the whole server. */
async function noRoom({ store }: ServiceDeps, full: Full): Promise<Refusal> {
	const { limits } = (await store.world(defaultWorkspace)).settings.inForce;
	return full === 'payments'
		? { code: 'sandbox_full', maxPayments: limits.maxPayments }
		: { code: 'workspaces_full', maxWorkspaces: limits.maxWorkspaces };
}

interface Asked {
	request: PaymentOptionsRequest;
	/** As it was sent: what no schema knows included. */
	body: unknown;
	header: Signal | null;
}

/** A new payment and its answer, or what is known under the same names. */
function arrive(
	deps: ServiceDeps,
	arrival: Arrival,
	asked: Asked,
	idempotencyKey: string | null,
): Creation<Drawn> {
	const { world } = arrival;
	const { request } = asked;
	const offer = offerFor(request.country, request.currency);
	const word = wordOf(request);
	const fingerprint = isComparable(world.settings.inForce, idempotencyKey)
		? fingerprintOf(request)
		: null;
	const known = knownRequest(arrival, fingerprint, nowIn(world, deps.wallNow()));
	if (known) {
		const chance = chanceIn(world, `${known.payment.key} payment-options again`);
		const notes = notesOf(asked, offer, word, known.payment);
		return { result: { answer: again(known, world, notes), chance } };
	}
	const payment = newPayment(deps, arrival, request, {
		optionCodes: offer.optionCodes,
		headerSignal: asked.header,
		requestSignal: word.signal,
		fingerprint,
		idempotencyKey,
	});
	const reply = json(present(payment, world), notesOf(asked, offer, word, payment));
	const { status, contentType, text } = reply;
	return {
		created: {
			payment,
			answer: idempotencyKey === null ? null : { status, contentType, text },
		},
		result: { answer: reply, chance: chanceIn(world, `${payment.key} payment-options`) },
	};
}

/** The answer that was kept under the key, or the one that the payment itself gives again. */
function again(known: KnownRequest, world: World, notes: Told): Reply | Refusal {
	if (known.kind === 'refused') return known.refusal;
	if (known.kind === 'same-key') {
		return { ...known.answer, headers: { [headerNames.replayed]: 'true' }, notes };
	}
	const warnings = [...notes.warnings, 'reference_replayed'] as const;
	const assumptions = [...new Set([...notes.assumptions, 'D-34' as const])];
	return json(present(known.payment, world), { assumptions, warnings });
}

type Told = Required<Pick<Notes, 'assumptions' | 'warnings'>>;

function notesOf(
	{ body, request }: Asked,
	offer: Offer,
	{ unknownKeyword }: RequestWord,
	payment: Payment,
): Told {
	const warnings: WarningCode[] = fieldWarnings(body);
	const rested = [...assumptions];
	if (warnings.length > 0) rested.push('D-01');
	if (offer.warning) {
		warnings.push(offer.warning);
		rested.push('D-26');
	}
	if (unknownKeyword) warnings.push('unknown_outcome_keyword');
	for (const { warning, assumption } of habitWarnings(request, payment)) {
		warnings.push(warning);
		rested.push(assumption);
	}
	return { assumptions: rested, warnings };
}

/** The e-mail address beats the reference; an unknown keyword in either is somebody's honest text. */
function wordOf({ customer, paymentReference }: PaymentOptionsRequest): RequestWord {
	const email = emailWord(customer.email);
	const reference = referenceWord(paymentReference);
	return {
		signal: email.signal ?? reference.signal,
		unknownKeyword: email.unknownKeyword || reference.unknownKeyword,
	};
}

function readHeader(value: string | undefined): Signal | null | 'unknown' {
	if (value === undefined) return null;
	const asked = readOutcomes(value);
	return asked
		? { outcomes: asked, cause: `header ${headerNames.outcome} = ${asked.join(',')}` }
		: 'unknown';
}

function present(payment: Payment, world: World): PaymentOptionsResponse {
	const { transactionId, sessionId, optionCodes } = payment;
	const paymentOptions = optionCodes.map((code): PaymentOption => {
		const { name, extraData } = optionByCode(code);
		const fields = extraData as PaymentOption['extraData'];
		return {
			paymentOptionId: paymentOptionIdOf(payment, world, code),
			name,
			logo: null,
			extraData: fields,
		};
	});
	return { transactionId, sessionId, paymentOptions };
}
