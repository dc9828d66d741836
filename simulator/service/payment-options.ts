/** `POST /v2/payment-options`: creates the transaction and its session, and returns what can be paid with. */

import { paymentOptionIdOf } from '../actions/ids.ts';
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
import { headerNames } from '../contract/routes.ts';
import { outcomes } from '../contract/test-values.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { Payment, Signal } from '../domain/payment.ts';
import { redirectProblem } from '../domain/way-back.ts';
import type { Answer, Call } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkBody } from '../wire/checked.ts';
import { chanceIn } from '../workspaces/world.ts';
import { fieldWarnings } from './accepted-fields.ts';
import type { ServiceDeps } from './deps.ts';
import { habitWarnings } from './habits.ts';
import { newPayment, referenceOf } from './new-payment.ts';

const assumptions = restingOn('paymentOptions');

export function paymentOptions(deps: ServiceDeps) {
	return async (call: Call): Promise<Answer> => {
		const sent = checkBody(paymentOptionsRequestSchema, call.body, paymentOptionsExample);
		if (!sent.ok) return sent.refusal;
		const { redirectUrl } = sent.data;
		const { settings } = await deps.store.world(call.workspace);
		const problem = redirectProblem(redirectUrl, settings.inForce.return);
		if (problem) return { code: 'invalid_body', errors: [problem], assumptions: ['D-36'] };
		const header = readHeader(call.header(headerNames.outcome));
		if (header === 'unknown') {
			return { code: 'unknown_outcome', param: headerNames.outcome, known: outcomes };
		}
		const request = sent.data;
		const { signal: requestSignal, unknownKeyword } = wordOf(request);
		const offer = offerFor(request.country, request.currency);
		const created = await deps.store.create(call.workspace, referenceOf(request), (arrival) =>
			newPayment(deps, arrival, request, {
				optionCodes: offer.optionCodes,
				headerSignal: header,
				requestSignal,
			}),
		);
		if (!created) {
			return { code: 'sandbox_full', maxPayments: settings.inForce.limits.maxPayments };
		}
		const { payment, world } = created;
		const warnings: WarningCode[] = fieldWarnings(call.body);
		const rested = [...assumptions];
		if (warnings.length > 0) rested.push('D-01');
		if (offer.warning) {
			warnings.push(offer.warning);
			rested.push('D-26');
		}
		if (unknownKeyword) warnings.push('unknown_outcome_keyword');
		for (const { warning, assumption } of habitWarnings(request, payment, world.settings.inForce)) {
			warnings.push(warning);
			rested.push(assumption);
		}
		const answer = json(present(payment), { assumptions: rested, warnings });
		return { answer, chance: chanceIn(world, `${payment.key} payment-options`) };
	};
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

function present({ transactionId, sessionId, optionCodes }: Payment): PaymentOptionsResponse {
	const paymentOptions = optionCodes.map((code): PaymentOption => {
		const { name, extraData } = optionByCode(code);
		const fields = extraData as PaymentOption['extraData'];
		return {
			paymentOptionId: paymentOptionIdOf(sessionId, code),
			name,
			logo: null,
			extraData: fields,
		};
	});
	return { transactionId, sessionId, paymentOptions };
}
