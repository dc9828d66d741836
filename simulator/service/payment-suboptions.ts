/** `POST /v2/payment-suboptions`: lists the banks of a payment option. */
import { suboptionIdOf, suboptionUuidsOf } from '../actions/ids.ts';
import type { Engine } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import { formInputsIn } from '../catalog/extra-data.ts';
import type { OptionPack } from '../catalog/market.ts';
import { paymentSuboptionsExample } from '../contract/examples.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import { paymentSuboptionsRequestSchema } from '../contract/payment-suboptions.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import type { Payment } from '../domain/payment.ts';
import type { Call, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { notesOf } from './notices.ts';
import { findOption } from './offer.ts';
import { stepChecker } from './step-request.ts';

const assumptions = restingOn('paymentSuboptions');
const check = stepChecker(paymentSuboptionsRequestSchema, paymentSuboptionsExample);
const withoutSuboptions: Notice = { assumption: 'D-30', warning: null };

export function paymentSuboptions(engine: Engine) {
	return async (call: Call): Promise<RouteResult> => {
		const checked = check(call);
		if (!checked.ok) return checked.refusal;
		const { sessionId, paymentOptionId } = checked.data;
		const key = { workspace: call.workspace, sessionId, callName: 'payment-suboptions' };
		const done = await perform(engine, key, (payment, _context, world) => {
			const option = findOption(payment, world, paymentOptionId);
			if (!option) return { code: 'option_not_in_session', paymentOptionId };
			const { name, kind, banks } = option;
			if (banks.length === 0 && world.settings.inForce.suboptions.forPlain === 'error') {
				return { code: 'option_has_no_suboptions', option: name, kind };
			}
			const notices = [...checked.notices, ...(banks.length === 0 ? [withoutSuboptions] : [])];
			return { event: { type: 'list-suboptions', optionCode: option.code }, notices };
		});
		if (!done) return { code: 'session_not_found', id: sessionId };
		const { payment, world, refusal } = done;
		if (refusal) return { answer: refusal, ...done.call };
		const option = findOption(payment, world, paymentOptionId);
		const result = present(payment, paymentOptionId, option?.banks ?? [], world.settings.inForce);
		return { answer: json(result, notesOf(assumptions, done.notices)), ...done.call };
	};
}

/** As the document shows it. */
function present(
	payment: Payment,
	paymentOptionId: string,
	banks: OptionPack['banks'],
	{ catalog }: Settings,
): object {
	const { transactionId, sessionId } = payment;
	const uuidOf = suboptionUuidsOf(payment);
	const formInputs = formInputsIn(catalog);
	const options = banks.map(({ id, name }) => {
		return { id: suboptionIdOf(payment, id), name, logo: null, uuid: uuidOf(id), formInputs };
	});
	const result = { paymentOptionId, transactionId, sessionId, options };
	return { statusCode: '085', resultType: 'option_choice', result };
}
