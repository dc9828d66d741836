/** `POST /v2/payment-suboptions`: the list of banks of a payment option. */
import { suboptionUuidOf } from '../actions/ids.ts';
import { perform } from '../actions/perform.ts';
import { formInputsIn } from '../catalog/extra-data.ts';
import type { OptionPack } from '../catalog/pack.ts';
import { paymentSuboptionsExample } from '../contract/examples.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import type { PaymentSuboptionsResponse } from '../contract/payment-suboptions.ts';
import { paymentSuboptionsRequestSchema } from '../contract/payment-suboptions.ts';
import type { Answer, Call } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkBody } from '../wire/checked.ts';
import type { ServiceDeps } from './deps.ts';
import { offeredOption } from './offered-option.ts';

const assumptions = restingOn('paymentSuboptions');

export function paymentSuboptions(deps: ServiceDeps) {
	return async (call: Call): Promise<Answer> => {
		const sent = checkBody(paymentSuboptionsRequestSchema, call.body, paymentSuboptionsExample);
		if (!sent.ok) return sent.refusal;
		const { sessionId, paymentOptionId } = sent.data;
		const request = { workspace: call.workspace, sessionId, note: 'payment-suboptions' };
		const done = await perform(deps, request, (payment) => {
			const option = offeredOption(payment, paymentOptionId);
			if (!option) return { code: 'option_not_in_session', paymentOptionId };
			if (option.banks.length === 0) {
				return { code: 'option_has_no_suboptions', option: option.name };
			}
			return { type: 'list-suboptions' };
		});
		if (!done) return { code: 'session_not_found', id: sessionId };
		const { payment, refusal, chance, world } = done;
		const option = offeredOption(payment, paymentOptionId);
		if (refusal || !option) {
			return { answer: refusal ?? { code: 'option_not_in_session', paymentOptionId }, chance };
		}
		const { transactionId } = payment;
		const formInputs = formInputsIn(world.settings.inForce.catalog);
		const body = present({ sessionId, paymentOptionId, transactionId }, option, formInputs);
		return { answer: json(body, { assumptions }), chance };
	};
}

interface Ids {
	sessionId: string;
	paymentOptionId: string;
	transactionId: string;
}

function present(
	{ sessionId, paymentOptionId, transactionId }: Ids,
	{ banks }: OptionPack,
	formInputs: unknown[],
): PaymentSuboptionsResponse {
	const options = banks.map(({ id, name }) => {
		return { id, name, logo: null, uuid: suboptionUuidOf(sessionId, id), formInputs };
	});
	return {
		statusCode: '085',
		resultType: 'option_choice',
		result: { paymentOptionId, transactionId, sessionId, options },
	};
}
