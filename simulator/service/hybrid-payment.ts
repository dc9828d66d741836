/** `POST /v2/hybrid-payment`: settles on an option, and a bank where there is a list, and leads to the cashier. */
import { suboptionUuidOf } from '../actions/ids.ts';
import { perform } from '../actions/perform.ts';
import { optionOfBank } from '../catalog/catalog.ts';
import type { OptionPack } from '../catalog/pack.ts';
import { bankSignal } from '../catalog/signals.ts';
import { hybridPaymentExample } from '../contract/examples.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import type { HybridPaymentRequest, HybridPaymentResponse } from '../contract/hybrid-payment.ts';
import { hybridPaymentRequestSchema } from '../contract/hybrid-payment.ts';
import { cashierPath } from '../contract/routes.ts';
import type { PaymentEvent } from '../domain/event.ts';
import type { Payment } from '../domain/payment.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { ofMethod } from '../settings/settings.ts';
import type { Answer, Call, Notes } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { checkBody } from '../wire/checked.ts';
import type { World } from '../workspaces/world.ts';
import type { ServiceDeps } from './deps.ts';
import { offeredOption } from './offered-option.ts';

const assumptions = restingOn('hybridPayment');

export function hybridPayment(deps: ServiceDeps) {
	return async (call: Call): Promise<Answer> => {
		const sent = checkBody(hybridPaymentRequestSchema, call.body, hybridPaymentExample);
		if (!sent.ok) return sent.refusal;
		const { sessionId } = sent.data;
		const request = { workspace: call.workspace, sessionId, note: 'hybrid-payment' };
		const done = await perform(deps, request, (payment, _moment, world) =>
			choiceEvent(payment, world, sent.data),
		);
		if (!done) return { code: 'session_not_found', id: sessionId };
		const { payment, refusal, chance } = done;
		if (refusal) return { answer: refusal, chance };
		const redirectUrl = `${deps.cashierUrl(call)}${cashierPath}?sessionId=${sessionId}`;
		return { answer: json(present(redirectUrl, payment), notesOf(payment)), chance };
	};
}

function choiceEvent(
	payment: Payment,
	world: World,
	request: HybridPaymentRequest,
): PaymentEvent | Refusal {
	const { paymentOptionId, optionId } = request;
	const option = offeredOption(payment, paymentOptionId);
	if (!option) return { code: 'option_not_in_session', paymentOptionId };
	const wrong = wrongSuboption(payment, option, optionId);
	if (wrong) return wrong;
	const suboptionId = optionId ?? null;
	return {
		type: 'choose',
		windowMs: ofMethod(world.settings, option.realistic.windowMs) ?? option.windowMs,
		choice: {
			optionCode: option.code,
			kind: option.kind,
			suboptionId,
			bankSignal: suboptionId === null ? null : bankSignal(suboptionId),
		},
	};
}

/** Rules 2 and 3 of the service: the id of a suboption of this very option, and none where it has none. */
function wrongSuboption(
	{ sessionId }: Payment,
	{ name: option, banks }: OptionPack,
	optionId: string | undefined,
): Refusal | null {
	if (banks.length === 0) {
		return optionId === undefined ? null : { code: 'suboption_not_needed', option };
	}
	if (optionId === undefined) return { code: 'suboption_required', option };
	if (banks.some(({ id }) => id === optionId)) return null;
	const meant = banks.find(({ id }) => suboptionUuidOf(sessionId, id) === optionId);
	if (meant) return { code: 'suboption_uuid_sent', id: meant.id };
	if (optionOfBank(optionId)) return { code: 'suboption_of_other_option', option, optionId };
	return { code: 'suboption_not_found', option, optionId };
}

/** A bank chosen without listing the banks before is accepted: rule 2 ties only the value (D-32). */
function notesOf({ suboptionsListed, choice }: Payment): Notes {
	if (choice?.suboptionId === null || suboptionsListed) return { assumptions };
	return { assumptions: [...assumptions, 'D-32'], warnings: ['suboptions_not_listed'] };
}

function present(redirectUrl: string, { transactionId }: Payment): HybridPaymentResponse {
	return { statusCode: '300', resultType: 'redirect', result: { redirectUrl, transactionId } };
}
