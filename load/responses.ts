/**
 * Classifies a response: its outcome, and whether its body keeps the contract. k6 cannot load zod, so the shapes
 * are checked by hand; a test compares these checks with the schemas of the contract.
 */
import type { HybridPaymentResponse } from '../simulator/contract/hybrid-payment.ts';
import type { PaymentOptionsResponse } from '../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../simulator/contract/payment-suboptions.ts';
import { sessionIn } from './addresses.ts';
import type { PaymentIds } from './known-body.ts';
import { createKnownBody, uuid } from './known-body.ts';

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

export type Checked<T> = { ok: true; value: T } | BadBody;

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** `parse` reads the text as JSON. It is called only for a text that is not known. */
export type Check<T> = (text: string, parse: () => unknown) => Checked<T>;

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
const checked = <T>(body: unknown, problemOf: (body: Fields) => string | undefined): Checked<T> => {
	const problem = isFields(body) ? problemOf(body) : 'the answer is not a JSON object';
	return problem ? { ok: false, problem } : { ok: true, value: body as T };
};

/**
 * Checks each distinct body once, apart from its ids: the lists of options and banks are most of a body, and the same for
 * most payments.
 */
function checkedOnce<T>(
	ids: PaymentIds<T>,
	problemOf: (body: Fields) => string | undefined,
): Check<T> {
	const known = createKnownBody(ids);
	return (text, parse) => {
		const value = known.read(text);
		if (value !== undefined) return { ok: true, value };
		const result = checked<T>(parse(), problemOf);
		if (result.ok) known.keep(text, result.value);
		return result;
	};
}

/** Names the first id of the result that belongs to another session. */
function foreignId<Ids extends object>(result: Ids, ids: Partial<Ids>): BadBody | undefined {
	for (const name in ids) {
		if (result[name] === ids[name]) continue;
		const problem = `result.${name} belongs to another session`;
		return { ok: false, problem, outcome: 'wrong_session' };
	}
	return undefined;
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

export const checkPaymentOptions = checkedOnce<PaymentOptionsResponse>(
	{
		of: (body) => body,
		set: (body, ids) => ({ ...body, ...ids }),
	},
	(body) => {
		const options = body.paymentOptions;
		return (
			brokenField(body, { transactionId: isUuid, sessionId: isUuid }) ??
			brokenItem(options, optionRules, 'paymentOptions') ??
			(Array.isArray(options) && options.length === 0 ? 'paymentOptions is empty' : undefined) ??
			brokenExtraData(options)
		);
	},
);

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

const listedRules = { statusCode: is('085'), resultType: is('option_choice') };
const listedResultRules = { paymentOptionId: isUuid, transactionId: isUuid, sessionId: isUuid };

const checkSuboptions = checkedOnce<PaymentSuboptionsResponse>(
	{
		of: ({ result }) => result,
		set: (body, ids) => ({ ...body, result: { ...body.result, ...ids } }),
	},
	(body) =>
		brokenField(body, listedRules) ??
		brokenField(body.result, listedResultRules, 'result') ??
		brokenItem(
			isFields(body.result) ? body.result.options : undefined,
			suboptionRules,
			'result.options',
		),
);

export function suboptionsCheck(
	sessionId: string,
	transactionId: string,
	paymentOptionId: string,
): Check<PaymentSuboptionsResponse> {
	return (text, parse) => {
		const checked = checkSuboptions(text, parse);
		if (!checked.ok) return checked;
		const { result } = checked.value;
		if (result.paymentOptionId !== paymentOptionId)
			return { ok: false, problem: 'result.paymentOptionId is not that of the call' };
		return foreignId(result, { transactionId, sessionId }) ?? checked;
	};
}

const isCashierUrl: Rule = (value) =>
	isUrl(value) && /^[^?]*\/pay\?(?:[^#]*&)?sessionId=/.test(String(value));

const redirectedRules = { statusCode: is('300'), resultType: is('redirect') };
const redirectedResultRules = { redirectUrl: isCashierUrl, transactionId: isUuid };

const checkRedirect = checkedOnce<HybridPaymentResponse>(
	{
		of: ({ result: { transactionId, redirectUrl } }) => ({
			transactionId,
			sessionId: sessionIn(redirectUrl) ?? '',
		}),
		set: (body, { transactionId, sessionId }, last) => {
			const redirectUrl = body.result.redirectUrl.replace(last.sessionId, sessionId);
			return { ...body, result: { ...body.result, redirectUrl, transactionId } };
		},
	},
	(body) =>
		brokenField(body, redirectedRules) ?? brokenField(body.result, redirectedResultRules, 'result'),
);

export function hybridCheck(
	sessionId: string,
	transactionId: string,
): Check<HybridPaymentResponse> {
	return (text, parse) => {
		const checked = checkRedirect(text, parse);
		if (!checked.ok) return checked;
		const { result } = checked.value;
		const other = foreignId(result, { transactionId });
		if (other || sessionIn(result.redirectUrl) === sessionId) return other ?? checked;
		const problem = 'result.redirectUrl belongs to another session';
		return { ok: false, problem, outcome: 'wrong_session' };
	};
}
