/**
 * Structural checks of the documented answers: what is wrong, or undefined. k6 cannot load zod, so the shapes
 * are looked at by hand here; a test holds them against the schemas of the contract.
 */
import type { HybridPaymentResponse } from '../simulator/contract/hybrid-payment.ts';
import type { PaymentOptionsResponse } from '../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../simulator/contract/payment-suboptions.ts';

export type Check<T> = (body: unknown) => { ok: true; value: T } | { ok: false; problem: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Fields = Record<string, unknown>;
type Rule = (value: unknown) => boolean;

const isText: Rule = (value) => typeof value === 'string';
const isUuid: Rule = (value) => typeof value === 'string' && uuid.test(value);
const isUrl: Rule = (value) => typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value);
const isLogo: Rule = (value) => value === null || isUrl(value);
const isList: Rule = (value) => Array.isArray(value);
const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first field that breaks its rule, by its path. */
function broken(value: unknown, rules: Record<string, Rule>, path = ''): string | undefined {
	if (!isFields(value)) return `${path || 'the answer'} is not an object`;
	const prefix = path && `${path}.`;
	for (const [name, rule] of Object.entries(rules)) {
		if (!rule(value[name])) return `${prefix}${name} is missing or wrong`;
	}
	return undefined;
}

function brokenInList(list: unknown, rules: Record<string, Rule>, path: string) {
	if (!Array.isArray(list)) return `${path} is not a list`;
	for (const [index, item] of list.entries()) {
		const problem = broken(item, rules, `${path}[${index}]`);
		if (problem) return problem;
	}
	return undefined;
}

/** Says what a body is once nothing in it is broken; the one place where `unknown` gets its type. */
const checked = <T>(problemOf: (body: Fields) => string | undefined): Check<T> => {
	return (body) => {
		if (!isFields(body)) return { ok: false, problem: 'the answer is not a JSON object' };
		const problem = problemOf(body);
		return problem ? { ok: false, problem } : { ok: true, value: body as T };
	};
};

const optionRules = { paymentOptionId: isUuid, name: isText, logo: isLogo, extraData: isList };
const fieldRules = {
	label: isText,
	name: isText,
	type: isText,
	values: isList,
	required: (value: unknown) => typeof value === 'boolean',
};

export const checkPaymentOptions = checked<PaymentOptionsResponse>((body) => {
	const options = body.paymentOptions;
	return (
		broken(body, { transactionId: isUuid, sessionId: isUuid }) ??
		brokenInList(options, optionRules, 'paymentOptions') ??
		(Array.isArray(options) && options.length === 0 ? 'paymentOptions is empty' : undefined) ??
		brokenFields(options)
	);
});

function brokenFields(options: unknown): string | undefined {
	if (!Array.isArray(options)) return undefined;
	for (const [index, option] of options.entries()) {
		const list = isFields(option) ? option.extraData : undefined;
		const problem = brokenInList(list, fieldRules, `paymentOptions[${index}].extraData`);
		if (problem) return problem;
	}
	return undefined;
}

const is = (expected: unknown) => (value: unknown) => value === expected;

export function suboptionsCheck(sessionId: string, transactionId: string, paymentOptionId: string) {
	return checked<PaymentSuboptionsResponse>((body) => {
		const result = body.result;
		return (
			broken(body, { statusCode: is('085'), resultType: is('option_choice') }) ??
			broken(
				result,
				{
					paymentOptionId: is(paymentOptionId),
					transactionId: is(transactionId),
					sessionId: is(sessionId),
				},
				'result',
			) ??
			brokenInList(
				isFields(result) ? result.options : undefined,
				{ id: isText, name: isText, logo: isLogo, uuid: isUuid, formInputs: isList },
				'result.options',
			)
		);
	});
}

export function hybridCheck(sessionId: string, transactionId: string) {
	const leadsToCashier: Rule = (value) =>
		typeof value === 'string' &&
		isUrl(value) &&
		/^[^?]*\/pay\?/.test(value) &&
		value.includes(`sessionId=${sessionId}`);
	return checked<HybridPaymentResponse>(
		(body) =>
			broken(body, { statusCode: is('300'), resultType: is('redirect') }) ??
			broken(
				body.result,
				{ redirectUrl: leadsToCashier, transactionId: is(transactionId) },
				'result',
			),
	);
}
