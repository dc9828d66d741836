/** `POST /v2/payment-suboptions`: the list of banks of a payment option. */
import { perform } from '../actions/perform.ts';
import { paymentSuboptionsExample } from '../contract/examples.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import { paymentSuboptionsRequestSchema } from '../contract/payment-suboptions.ts';
import type { Notice } from '../contract/warnings.ts';
import type { Call, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import type { ServiceDeps } from './deps.ts';
import { offeredOption } from './offered-option.ts';
import { presentSuboptions } from './present-suboptions.ts';
import { stepFields } from './step-fields.ts';
import { notesOf } from './warnings.ts';

const assumptions = restingOn('paymentSuboptions');
const check = stepFields(paymentSuboptionsRequestSchema, paymentSuboptionsExample);
const plain: Notice = { assumption: 'D-30', warning: null };

export function paymentSuboptions(deps: ServiceDeps) {
	return async (call: Call): Promise<RouteResult> => {
		const sent = check(call);
		if (!sent.ok) return sent.refusal;
		const { sessionId, paymentOptionId } = sent.data;
		const request = { workspace: call.workspace, sessionId, note: 'payment-suboptions' };
		const done = await perform(deps, request, (payment, _moment, world) => {
			const option = offeredOption(payment, world, paymentOptionId);
			if (!option) return { code: 'option_not_in_session', paymentOptionId };
			const { forPlain } = world.settings.inForce.suboptions;
			if (option.banks.length === 0 && forPlain === 'error') {
				const { name, kind } = option;
				return { code: 'option_has_no_suboptions', option: name, kind };
			}
			const notices = option.banks.length === 0 ? [...sent.remarks, plain] : sent.remarks;
			return { event: { type: 'list-suboptions', optionCode: option.code }, notices };
		});
		if (!done) return { code: 'session_not_found', id: sessionId };
		const { payment, world, refusal } = done;
		const option = offeredOption(payment, world, paymentOptionId);
		if (refusal || !option) {
			return {
				answer: refusal ?? { code: 'option_not_in_session', paymentOptionId },
				...done.call,
			};
		}
		const body = presentSuboptions(payment, paymentOptionId, option.banks, world.settings.inForce);
		return { answer: json(body, notesOf(assumptions, done.notices)), ...done.call };
	};
}
