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
	| 'bad_contract'
	/** The answer carries the ids of another session. */
	| 'wrong_session'
	/** A shop's page with the text of an error, and status 2xx. */
	| 'error_page'
	/** The shop sends the shopper neither to the cashier nor to an error. */
	| 'no_cashier'
	/** The shop sends the shopper to a host that is not in the merchant file. */
	| 'foreign_address';

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

interface BadBody {
	ok: false;
	problem: string;
	/** `bad_contract` without one. */
	outcome?: 'wrong_session';
}

export type Check<T> = (body: unknown) => { ok: true; value: T } | BadBody;

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

/** `isFine` is the same as the rules, in a form that k6 runs faster: lists are most of an answer. */
interface ItemRules {
	isFine(item: Fields): boolean;
	rules: Record<string, Rule>;
}

function brokenItem(list: unknown, { isFine, rules }: ItemRules, path: string) {
	if (!Array.isArray(list)) return `${path} is not a list`;
	const { length } = list;
	for (let index = 0; index < length; index += 1) {
		const item = list[index];
		if (typeof item === 'object' && item !== null && isFine(item)) continue;
		const problem = brokenField(item, rules, `${path}[${index}]`);
		if (problem) return problem;
	}
	return undefined;
}

/** The only place where a checked `unknown` gets its type. */
const checked = <T>(
	problemOf: (body: Fields) => string | undefined,
	otherSession: (body: Fields) => string | undefined = () => undefined,
): Check<T> => {
	return (body) => {
		if (!isFields(body)) return { ok: false, problem: 'the answer is not a JSON object' };
		const problem = problemOf(body);
		if (problem) return { ok: false, problem };
		const other = otherSession(body);
		return other
			? { ok: false, problem: other, outcome: 'wrong_session' }
			: { ok: true, value: body as T };
	};
};

/** Names the first id of the result that belongs to another session. */
function foreignId(body: Fields, ids: Record<string, string>): string | undefined {
	const result = isFields(body.result) ? body.result : {};
	const name = Object.keys(ids).find((key) => result[key] !== ids[key]);
	return name && `result.${name} belongs to another session`;
}

const optionRules: ItemRules = {
	isFine: ({ paymentOptionId, name, logo, extraData }) =>
		typeof name === 'string' &&
		(logo === null || isUrl(logo)) &&
		Array.isArray(extraData) &&
		typeof paymentOptionId === 'string' &&
		uuid.test(paymentOptionId),
	rules: { paymentOptionId: isUuid, name: isText, logo: isLogo, extraData: isList },
};
const fieldRules: ItemRules = {
	isFine: ({ label, name, type, values, required }) =>
		typeof label === 'string' &&
		typeof name === 'string' &&
		typeof type === 'string' &&
		typeof required === 'boolean' &&
		Array.isArray(values),
	rules: {
		label: isText,
		name: isText,
		type: isText,
		values: isList,
		required: (value) => typeof value === 'boolean',
	},
};
const suboptionRules: ItemRules = {
	isFine: ({ id, name, logo, uuid: ownId, formInputs }) =>
		typeof id === 'string' &&
		typeof name === 'string' &&
		(logo === null || isUrl(logo)) &&
		Array.isArray(formInputs) &&
		typeof ownId === 'string' &&
		uuid.test(ownId),
	rules: { id: isText, name: isText, logo: isLogo, uuid: isUuid, formInputs: isList },
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
	for (let index = 0; index < options.length; index += 1) {
		const option = options[index];
		const list = isFields(option) ? option.extraData : undefined;
		const problem = brokenItem(list, fieldRules, `paymentOptions[${index}].extraData`);
		if (problem) return problem;
	}
	return undefined;
}

const is = (expected: unknown) => (value: unknown) => value === expected;

export function suboptionsCheck(sessionId: string, transactionId: string, paymentOptionId: string) {
	const problemOf = (body: Fields) => {
		const result = body.result;
		return (
			brokenField(body, { statusCode: is('085'), resultType: is('option_choice') }) ??
			brokenField(
				result,
				{
					paymentOptionId: is(paymentOptionId),
					transactionId: isUuid,
					sessionId: isUuid,
				},
				'result',
			) ??
			brokenItem(isFields(result) ? result.options : undefined, suboptionRules, 'result.options')
		);
	};
	return checked<PaymentSuboptionsResponse>(problemOf, (body) =>
		foreignId(body, { transactionId, sessionId }),
	);
}

export function hybridCheck(sessionId: string, transactionId: string) {
	const isCashierUrl: Rule = (value) =>
		typeof value === 'string' && isUrl(value) && /^[^?]*\/pay\?(?:[^#]*&)?sessionId=/.test(value);
	return checked<HybridPaymentResponse>(
		(body) =>
			brokenField(body, { statusCode: is('300'), resultType: is('redirect') }) ??
			brokenField(body.result, { redirectUrl: isCashierUrl, transactionId: isUuid }, 'result'),
		(body) => foreignId(body, { transactionId }) ?? foreignUrl(body, sessionId),
	);
}

function foreignUrl({ result }: Fields, sessionId: string): string | undefined {
	const isOwn = isFields(result) && String(result.redirectUrl).includes(`sessionId=${sessionId}`);
	return isOwn ? undefined : 'result.redirectUrl belongs to another session';
}
