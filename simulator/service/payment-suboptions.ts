/** `POST /v2/payment-suboptions`: the list of banks of a payment option. */
import { suboptionIdOf, suboptionUuidsOf } from '../actions/ids.ts';
import { perform } from '../actions/perform.ts';
import { formInputsIn } from '../catalog/extra-data.ts';
import type { OptionPack } from '../catalog/pack.ts';
import { paymentSuboptionsExample } from '../contract/examples.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import type { PaymentSuboptionsResponse } from '../contract/payment-suboptions.ts';
import { paymentSuboptionsRequestSchema } from '../contract/payment-suboptions.ts';
import type { Payment } from '../domain/payment.ts';
import type { Answer, Call } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import type { ServiceDeps } from './deps.ts';
import { offeredOption } from './offered-option.ts';
import type { Remark } from './remark.ts';
import { notesOn } from './remark.ts';
import { stepFields } from './step-fields.ts';

const notesWith = notesOn(restingOn('paymentSuboptions'));
const check = stepFields(paymentSuboptionsRequestSchema, paymentSuboptionsExample);
const plain: Remark = { assumption: 'D-30', warning: null };

export function paymentSuboptions(deps: ServiceDeps) {
	return async (call: Call): Promise<Answer> => {
		const checked = check(deps, call);
		const sent = checked instanceof Promise ? await checked : checked;
		if (!sent.ok) return sent.refusal;
		const { sessionId, paymentOptionId } = sent.data;
		const request = { workspace: call.workspace, sessionId, note: 'payment-suboptions' };
		const done = await perform(deps, request, (payment, _moment, world) => {
			const option = offeredOption(payment, world, paymentOptionId);
			if (!option) return { code: 'option_not_in_session', paymentOptionId };
			const { forPlain } = world.settings.inForce.suboptions;
			if (option.banks.length === 0 && forPlain === 'error') {
				return { code: 'option_has_no_suboptions', option: option.name };
			}
			return { type: 'list-suboptions', optionCode: option.code };
		});
		if (!done) return { code: 'session_not_found', id: sessionId };
		const { payment, world, refusal, chance } = done;
		const { transactionId } = payment;
		const option = offeredOption(payment, world, paymentOptionId);
		if (refusal || !option) {
			return {
				answer: refusal ?? { code: 'option_not_in_session', paymentOptionId },
				chance,
				transactionId,
			};
		}
		const formInputs = formInputsIn(world.settings.inForce.catalog);
		const remarks = option.banks.length === 0 ? [...sent.remarks, plain] : sent.remarks;
		const body = present(payment, paymentOptionId, option, formInputs);
		return { answer: json(body, notesWith(remarks)), chance, transactionId };
	};
}

function present(
	payment: Payment,
	paymentOptionId: string,
	{ banks }: OptionPack,
	formInputs: unknown[],
): PaymentSuboptionsResponse {
	const { sessionId, transactionId } = payment;
	const uuidOf = suboptionUuidsOf(payment);
	const options = banks.map(({ id, name }) => ({
		id: suboptionIdOf(payment, id),
		name,
		logo: null,
		uuid: uuidOf(id),
		formInputs,
	}));
	return {
		statusCode: '085',
		resultType: 'option_choice',
		result: { paymentOptionId, transactionId, sessionId, options },
	};
}
