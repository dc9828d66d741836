/** `POST /v2/payment-options`: creates the transaction and its session, and returns what can be paid with. */

import { paymentOptionIdOf } from '../actions/ids.ts';
import { optionByCode } from '../catalog/catalog.ts';
import { extraDataIn } from '../catalog/extra-data.ts';
import type { RequestWord } from '../catalog/signals.ts';
import { emailWord, readOutcomes, referenceWord } from '../catalog/signals.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import type {
	PaymentOption,
	PaymentOptionsRequest,
	PaymentOptionsResponse,
} from '../contract/payment-options.ts';
import { headerNames } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { outcomes } from '../contract/test-values.ts';
import type { Payment, Signal } from '../domain/payment.ts';
import type { Answer, Call } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { chanceIn } from '../workspaces/world.ts';
import { checkRequest } from './check-request.ts';
import type { ServiceDeps } from './deps.ts';
import { habitRemarks } from './habits.ts';
import { newPayment, referenceOf } from './new-payment.ts';
import { offerFor } from './offer.ts';
import type { Remark } from './remark.ts';
import { notesWith } from './remark.ts';

const assumptions = restingOn('paymentOptions');
const oddKeyword: Remark = { assumption: null, warning: 'unknown_outcome_keyword' };

export function paymentOptions(deps: ServiceDeps) {
	return async (call: Call): Promise<Answer> => {
		const { inForce } = (await deps.store.world(call.workspace)).settings;
		const sent = checkRequest(call.body, inForce);
		if (!sent.ok) return sent.refusal;
		const header = readHeader(call.header(headerNames.outcome));
		if (header === 'unknown') {
			return { code: 'unknown_outcome', param: headerNames.outcome, known: outcomes };
		}
		const { request } = sent;
		const offer = offerFor(request, inForce);
		if ('code' in offer) return offer;
		const { signal: requestSignal, unknownKeyword } = wordOf(request);
		const created = await deps.store.create(call.workspace, referenceOf(request), (arrival) =>
			newPayment(deps, arrival, request, {
				optionCodes: offer.optionCodes,
				headerSignal: header,
				requestSignal,
			}),
		);
		if (!created) return { code: 'sandbox_full', maxPayments: inForce.limits.maxPayments };
		const { payment, world } = created;
		const remarks = [
			...sent.remarks,
			...offer.remarks,
			...(unknownKeyword ? [oddKeyword] : []),
			...habitRemarks(request, payment, inForce),
		];
		const answer = json(present(payment, inForce), notesWith(assumptions, remarks));
		return { answer, chance: chanceIn(world, `${payment.key} payment-options`) };
	};
}

/** The e-mail address beats the reference; an unknown keyword in either is somebody's honest text. */
function wordOf({ customer, paymentReference }: PaymentOptionsRequest): RequestWord {
	const email = emailWord(customer?.email);
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

function present(
	{ transactionId, sessionId, optionCodes, createdAt }: Payment,
	{ catalog }: Settings,
): PaymentOptionsResponse {
	const year = new Date(createdAt).getUTCFullYear();
	const paymentOptions = optionCodes.map((code): PaymentOption => {
		const { name, extraData } = optionByCode(code);
		const fields = extraDataIn(catalog.extraData, extraData, year);
		return {
			paymentOptionId: paymentOptionIdOf(sessionId, code),
			name,
			logo: null,
			extraData: fields as PaymentOption['extraData'],
		};
	});
	return { transactionId, sessionId, paymentOptions };
}
