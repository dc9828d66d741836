/** `POST /v2/payment-suboptions`: lists the banks of a payment option. */
import { suboptionIdOf, suboptionUuidFinder } from '../actions/ids.ts';
import type { PaymentDeps } from '../actions/perform.ts';
import { perform } from '../actions/perform.ts';
import { formInputsOf } from '../catalog/extra-data.ts';
import type { OptionPack } from '../catalog/market.ts';
import { paymentSuboptionsExample } from '../contract/examples.ts';
import { endpointAssumptions } from '../contract/gaps/ledger.ts';
import { paymentSuboptionsRequestSchema } from '../contract/payment-suboptions.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import type { Payment } from '../domain/payment.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import type { AdmitCall, Call, RouteResult } from '../wire/call.ts';
import { jsonText } from '../wire/call.ts';
import { notesOf } from './notices.ts';
import { findOption } from './offer.ts';
import type { ResponseText } from './response-text.ts';
import { responseText } from './response-text.ts';
import { createBodyChecker } from './session-request.ts';

const assumptions = endpointAssumptions('paymentSuboptions');
const check = createBodyChecker(paymentSuboptionsRequestSchema, paymentSuboptionsExample);
const withoutSuboptions: Notice = { assumption: 'D-30', warning: null };

export function paymentSuboptions(deps: PaymentDeps, admit: AdmitCall) {
	return (call: Call): Awaitable<RouteResult> => {
		const checked = check(call);
		if (!checked.ok) return checked.refusal;
		const noCapacity = admit(call);
		if (noCapacity) return noCapacity;
		const { sessionId, paymentOptionId } = checked.data;
		const key = { workspace: call.workspace, sessionId, callName: 'payment-suboptions' };
		// The transaction function below sets it. It may run more than once, and the last run counts.
		let banks: Banks = [];
		const performed = perform(deps, key, (payment, _context, record) => {
			const option = findOption(payment, record, paymentOptionId);
			if (!option) return { code: 'option_not_in_session', paymentOptionId };
			const { name, kind } = option;
			const { hideBanks = [] } = record.settings.inForce.methods[name] ?? {};
			banks =
				hideBanks.length === 0
					? option.banks
					: option.banks.filter(({ id }) => !hideBanks.includes(id));
			if (option.banks.length === 0 && record.settings.inForce.suboptions.forPlain === 'error') {
				return { code: 'option_has_no_suboptions', option: name, kind };
			}
			const notices = [
				...checked.notices,
				...(option.banks.length === 0 ? [withoutSuboptions] : []),
			];
			return { event: { type: 'list-suboptions', optionCode: option.code }, notices };
		});
		return andThen(performed, (done) => {
			if (!done) return { code: 'session_not_found', id: sessionId, workspace: call.workspace };
			const { payment, record, refusal } = done;
			if (refusal) return { paymentCall: done.call, answer: refusal };
			const textOf = textOfBanks(banks, record.settings.inForce.catalog);
			const text = textOf(idsIn(payment, paymentOptionId, banks));
			return { paymentCall: done.call, answer: jsonText(text, notesOf(assumptions, done.notices)) };
		});
	};
}

type Banks = OptionPack['banks'];

const textsWithoutInputs = new WeakMap<Banks, ResponseText>();

/** Returns the response as a function of its ids. */
function textOfBanks(banks: Banks, catalog: Settings['catalog']): ResponseText {
	const hasInputs = catalog.formInputs !== 'off';
	const known = hasInputs ? undefined : textsWithoutInputs.get(banks);
	if (known) return known;
	const formInputs = formInputsOf(catalog);
	const text = responseText((id) => {
		const options = banks.map(({ name }) => ({ id, name, logo: null, uuid: id, formInputs }));
		const result = { paymentOptionId: id, transactionId: id, sessionId: id, options };
		return { statusCode: '085', resultType: 'option_choice', result };
	});
	if (!hasInputs) textsWithoutInputs.set(banks, text);
	return text;
}

function idsIn(payment: Payment, paymentOptionId: string, banks: Banks): string[] {
	const ids = [paymentOptionId, payment.transactionId, payment.sessionId];
	const uuidOf = suboptionUuidFinder(payment);
	for (const { id } of banks) ids.push(suboptionIdOf(payment, id), uuidOf(id));
	return ids;
}
