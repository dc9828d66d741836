/**
 * Classifies a response: its outcome, and whether its body keeps the contract. k6 cannot load zod, so the shapes
 * are checked by hand; a test compares these checks with the schemas of the contract.
 */
import type { HybridPaymentResponse } from '../simulator/contract/hybrid-payment.ts';
import type { PaymentOptionsResponse } from '../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../simulator/contract/payment-suboptions.ts';

/** Every call has exactly one outcome. */
export type CallOutcome =
	| 'accepted'
	| 'client_error'
	| 'rate_limited'
	| 'server_error'
	| 'timeout'
	| 'transport'
	| 'bad_contract';

/** k6's error code of a request timeout. */
const requestTimedOut = 1050;

/** The outcome before the body is checked. The contract has no redirects. */
export function outcomeOf(status: number, errorCode: number): CallOutcome {
	if (status === 0) return errorCode === requestTimedOut ? 'timeout' : 'transport';
	if (status >= 200 && status < 300) return 'accepted';
	if (status === 429) return 'rate_limited';
	if (status >= 500) return 'server_error';
	return status >= 400 ? 'client_error' : 'bad_contract';
}

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

/** Names the first field that breaks its rule. */
function brokenField(value: unknown, rules: Record<string, Rule>, path = ''): string | undefined {
	if (!isFields(value)) return `${path || 'the answer'} is not an object`;
	const prefix = path && `${path}.`;
	for (const [name, rule] of Object.entries(rules)) {
		if (!rule(value[name])) return `${prefix}${name} is missing or wrong`;
	}
	return undefined;
}

function brokenItem(list: unknown, rules: Record<string, Rule>, path: string) {
	if (!Array.isArray(list)) return `${path} is not a list`;
	for (const [index, item] of list.entries()) {
		const problem = brokenField(item, rules, `${path}[${index}]`);
		if (problem) return problem;
	}
	return undefined;
}

/** The only place where a checked `unknown` gets its type. */
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
		brokenField(body, { transactionId: isUuid, sessionId: isUuid }) ??
		brokenItem(options, optionRules, 'paymentOptions') ??
		(Array.isArray(options) && options.length === 0 ? 'paymentOptions is empty' : undefined) ??
		brokenExtraData(options)
	);
});

function brokenExtraData(options: unknown): string | undefined {
	if (!Array.isArray(options)) return undefined;
	for (const [index, option] of options.entries()) {
		const list = isFields(option) ? option.extraData : undefined;
		const problem = brokenItem(list, fieldRules, `paymentOptions[${index}].extraData`);
		if (problem) return problem;
	}
	return undefined;
}

const is = (expected: unknown) => (value: unknown) => value === expected;

export function suboptionsCheck(sessionId: string, transactionId: string, paymentOptionId: string) {
	return checked<PaymentSuboptionsResponse>((body) => {
		const result = body.result;
		return (
			brokenField(body, { statusCode: is('085'), resultType: is('option_choice') }) ??
			brokenField(
				result,
				{
					paymentOptionId: is(paymentOptionId),
					transactionId: is(transactionId),
					sessionId: is(sessionId),
				},
				'result',
			) ??
			brokenItem(
				isFields(result) ? result.options : undefined,
				{ id: isText, name: isText, logo: isLogo, uuid: isUuid, formInputs: isList },
				'result.options',
			)
		);
	});
}

export function hybridCheck(sessionId: string, transactionId: string) {
	const isCashierUrl: Rule = (value) =>
		typeof value === 'string' &&
		isUrl(value) &&
		/^[^?]*\/pay\?/.test(value) &&
		value.includes(`sessionId=${sessionId}`);
	return checked<HybridPaymentResponse>(
		(body) =>
			brokenField(body, { statusCode: is('300'), resultType: is('redirect') }) ??
			brokenField(
				body.result,
				{ redirectUrl: isCashierUrl, transactionId: is(transactionId) },
				'result',
			),
	);
}
