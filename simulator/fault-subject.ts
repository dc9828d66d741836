/**
 * What a fault rule can match in a call: the payment, the option and the bank. Option and bank come from the request,
 * or else from the payment.
 */
import { suboptionIdOf, suboptionUuidFinder } from './actions/ids.ts';
import { optionByCode } from './catalog/catalog.ts';
import { longestReference } from './contract/glob.ts';
import { isObject } from './contract/json.ts';
import { maskCards } from './domain/card.ts';
import type { Payment } from './domain/payment.ts';
import { paymentKeyOf } from './domain/payment.ts';
import { sentReference } from './domain/reference.ts';
import type { FaultSubject, NamedChoice } from './faults/match.ts';
import type { Awaitable } from './runtime/awaitable.ts';
import { andThen } from './runtime/awaitable.ts';
import { findOption } from './service/offer.ts';
import type { Store } from './state/store.ts';
import type { Call } from './wire/call.ts';
import type { WorkspaceRecord } from './workspaces/record.ts';

/**
 * Returns a function that reads these values of a call. The body is not checked yet, so a field of a wrong type counts
 * as missing.
 */
export function faultSubjectOf(store: Pick<Store, 'read'>) {
	return (call: Call): Awaitable<FaultSubject> => {
		const { endpoint, workspace } = call;
		const body = isObject(call.body) ? call.body : {};
		const header = (name: string) => call.header(name);
		// List the fields: a spread with changed fields takes longer than matching ten rules.
		const withoutPayment = (reference: string | null, key: string | null): FaultSubject => {
			return { endpoint, reference, key, transactionId: null, choice: noChoice, header };
		};
		if (endpoint === 'paymentOptions') {
			const sent = sentReference(body);
			const isLong = sent !== null && sent.length > longestReference;
			const reference = sent === null || isLong ? null : maskCards(sent);
			return withoutPayment(reference, reference);
		}
		const sessionId = textOf(body.sessionId) ?? textOf(call.query.sessionId);
		const found = sessionId === null ? null : store.read(workspace, sessionId);
		// The texts, not the body: a subject lives as long as its call, and a parsed body takes much memory.
		const [paymentOptionId, optionId] = [textOf(body.paymentOptionId), textOf(body.optionId)];
		return andThen(found, (stored) => {
			if (!stored) return withoutPayment(null, sessionId);
			const { payment } = stored;
			let choice: NamedChoice | null = null;
			return {
				endpoint,
				reference: payment.paymentReference,
				key: paymentKeyOf(payment),
				transactionId: payment.transactionId,
				choice() {
					choice ??= choiceOf(stored, paymentOptionId, optionId);
					return choice;
				},
				header,
			};
		});
	};
}

const nothing: NamedChoice = { option: [], bank: [] };
const noChoice = () => nothing;

function textOf(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

function choiceOf(
	{ payment, record }: { payment: Payment; record: WorkspaceRecord },
	paymentOptionId: string | null,
	optionId: string | null,
): NamedChoice {
	if (paymentOptionId === null) {
		const { choice } = payment;
		if (choice === null) return nothing;
		const { name } = optionByCode(choice.optionCode);
		return { option: [name], bank: choice.suboptionId === null ? [] : [choice.suboptionId] };
	}
	const option = findOption(payment, record, paymentOptionId);
	const named = [paymentOptionId, ...(option ? [option.name] : [])];
	if (optionId === null) return { option: named, bank: [] };
	const uuidOf = suboptionUuidFinder(payment);
	const bank = option?.banks.find(
		({ id }) => suboptionIdOf(payment, id) === optionId || uuidOf(id) === optionId,
	);
	return { option: named, bank: [optionId, ...(bank ? [bank.id] : [])] };
}
