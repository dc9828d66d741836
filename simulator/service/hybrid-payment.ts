/** `POST /v2/hybrid-payment`: settles on an option, and a bank where there is a list, and leads to the cashier. */
import { suboptionIdOf } from '../actions/ids.ts';
import { perform } from '../actions/perform.ts';
import { bankTrigger } from '../catalog/outcome-triggers.ts';
import { toMs } from '../contract/duration.ts';
import { hybridPaymentExample } from '../contract/examples.ts';
import { restingOn } from '../contract/gaps/ledger.ts';
import type { HybridPaymentRequest, HybridPaymentResponse } from '../contract/hybrid-payment.ts';
import { hybridPaymentRequestSchema } from '../contract/hybrid-payment.ts';
import { cashierPath } from '../contract/routes.ts';
import type { Notice } from '../contract/warnings.ts';
import { isFinal } from '../domain/allowed.ts';
import type { PaymentEvent } from '../domain/event.ts';
import type { Payment } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import { ofMethod } from '../settings/settings.ts';
import type { Call, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { chosenSuboption } from './chosen-suboption.ts';
import type { ServiceDeps } from './deps.ts';
import { offeredOption } from './offered-option.ts';
import { stepFields } from './step-fields.ts';
import { joined, notesOf } from './warnings.ts';

const assumptions = restingOn('hybridPayment');
const check = stepFields(hybridPaymentRequestSchema, hybridPaymentExample);

export function hybridPayment(deps: ServiceDeps) {
	return async (call: Call): Promise<RouteResult> => {
		const sent = check(call);
		if (!sent.ok) return sent.refusal;
		const { sessionId } = sent.data;
		const request = { workspace: call.workspace, sessionId, note: 'hybrid-payment' };
		const done = await perform(deps, request, (payment, context, world) => {
			const event = choiceEvent(payment, world, sent.data);
			if ('code' in event) return event;
			const repeated = isFinal(payment, context) ? alreadyFinal : none;
			const found = noticesOf(payment, event, sent.data);
			return { event, notices: joined(sent.remarks, found, repeated) };
		});
		if (!done) return { code: 'session_not_found', id: sessionId };
		const { payment, refusal } = done;
		if (refusal) return { answer: refusal, ...done.call };
		const redirectUrl = `${deps.cashierUrl(call)}${cashierPath}?sessionId=${sessionId}`;
		const answer = json(present(redirectUrl, payment), notesOf(assumptions, done.notices));
		return { answer, ...done.call };
	};
}

type Choose = Extract<PaymentEvent, { type: 'choose' }>;

function choiceEvent(
	payment: Payment,
	world: WorkspaceRecord,
	{ paymentOptionId, optionId }: HybridPaymentRequest,
): Choose | ApiError {
	const option = offeredOption(payment, world, paymentOptionId);
	if (!option) return { code: 'option_not_in_session', paymentOptionId };
	const settings = world.settings.inForce;
	const chosen = chosenSuboption(payment, option, optionId, settings);
	if ('code' in chosen) return chosen;
	const { bankId } = chosen;
	const told = settings.methods[option.name];
	return {
		type: 'choose',
		windowMs: told
			? toMs(told.window)
			: (ofMethod(world.settings, option.realistic.windowMs) ?? option.windowMs),
		choice: {
			optionCode: option.code,
			kind: option.kind,
			suboptionId: bankId,
			bankTrigger: bankId === null ? null : bankTrigger(bankId),
		},
	};
}

const none: readonly Notice[] = [];
const ignored: readonly Notice[] = [{ assumption: 'D-31', warning: 'suboption_ignored' }];
const alreadyFinal: readonly Notice[] = [{ assumption: 'D-33', warning: 'payment_already_final' }];

function noticesOf(
	payment: Payment,
	{ choice }: Choose,
	{ optionId }: HybridPaymentRequest,
): readonly Notice[] {
	const { optionCode, suboptionId: bankId } = choice;
	if (bankId === null) return optionId === undefined ? none : ignored;
	const found: Notice[] = [];
	if (optionId !== suboptionIdOf(payment, bankId))
		found.push({ assumption: 'D-29', warning: null });
	// A bank chosen without listing the banks before is accepted: rule 2 ties only the value (D-32).
	if (!payment.listedOptions.includes(optionCode)) {
		found.push({ assumption: 'D-32', warning: 'suboptions_not_listed' });
	}
	return found;
}

function present(redirectUrl: string, { transactionId }: Payment): HybridPaymentResponse {
	return { statusCode: '300', resultType: 'redirect', result: { redirectUrl, transactionId } };
}
