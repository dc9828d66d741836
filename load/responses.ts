/**
 * Classifies a response: its outcome, and whether its body keeps the contract. k6 cannot load zod, so the shapes
 * are checked by hand; a test compares these checks with the schemas of the contract.
 */
import type { HybridPaymentResponse } from '../simulator/contract/hybrid-payment.ts';
import type { PaymentOptionsResponse } from '../simulator/contract/payment-options.ts';
import type { PaymentSuboptionsResponse } from '../simulator/contract/payment-suboptions.ts';
import { sessionIn, sessionsIn } from './addresses.ts';
import { createKnownBodies, uuid } from './known-body.ts';

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
	/** The return page of a shop shows another order. */
	| 'wrong_order'
	/** The return leads to a page of the service, and not of the shop. */
	| 'service_page'
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

/** `parse` reads the text as JSON. */
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

interface BodyKind<Body, Value> {
	/** Names what is wrong. `ids` are those that the body must have; empty where no id is known yet. */
	problemOf(body: Fields, ids: readonly string[]): BadBody | string | undefined;
	/** The ids of a good body that differ between payments. */
	idsOf(body: Body): readonly string[];
	/** What a flow needs of a good body. */
	toValue(body: Body): Value;
	/** The value with other ids in place of its own. */
	withIds(value: Value, ids: readonly string[], own: readonly string[]): Value;
}

/**
 * Checks each distinct body once, apart from its UUIDs: the lists of options and banks are most of a body, and the same for
 * most payments.
 */
function checkedOnce<Body, Value>({ problemOf, idsOf, toValue, withIds }: BodyKind<Body, Value>) {
	const known = createKnownBodies<Value>();
	return (text: string, parse: () => unknown, expected?: readonly string[]): Checked<Value> => {
		const match = known.match(text, expected);
		if (match?.kept) {
			return { ok: true, value: withIds(match.kept.value, match.ids, match.kept.ids) };
		}
		const parsed = parse();
		if (!isFields(parsed)) return { ok: false, problem: 'the answer is not a JSON object' };
		const problem = match ? undefined : problemOf(parsed, expected ?? []);
		if (typeof problem === 'string') return { ok: false, problem };
		if (problem !== undefined) return problem;
		// The only place where a checked `unknown` gets its type.
		const body = parsed as Body;
		const value = toValue(body);
		if (!match) known.keep(text, value, idsOf(body));
		return { ok: true, value };
	};
}

/** k6 makes an iterator for a list in a pattern. */
const idAt = (ids: readonly string[], index: number): string => ids[index] ?? '';

/** Names the first id of the result that belongs to another session. */
function foreignId(result: Fields, ids: Fields): BadBody | undefined {
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

export const checkPaymentOptions: Check<PaymentOptionsResponse> = checkedOnce<
	PaymentOptionsResponse,
	PaymentOptionsResponse
>({
	problemOf(body) {
		const options = body.paymentOptions;
		return (
			brokenField(body, { transactionId: isUuid, sessionId: isUuid }) ??
			brokenItem(options, optionRules, 'paymentOptions') ??
			(Array.isArray(options) && options.length === 0 ? 'paymentOptions is empty' : undefined) ??
			brokenExtraData(options)
		);
	},
	idsOf: ({ sessionId, transactionId }) => [sessionId, transactionId],
	toValue: (body) => body,
	withIds: ({ paymentOptions }, ids) => {
		return { sessionId: idAt(ids, 0), transactionId: idAt(ids, 1), paymentOptions };
	},
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

const listedRules = { statusCode: is('085'), resultType: is('option_choice') };
const listedResultRules = { paymentOptionId: isUuid, transactionId: isUuid, sessionId: isUuid };

type Suboptions = PaymentSuboptionsResponse['result']['options'];

const checkSuboptions = checkedOnce<PaymentSuboptionsResponse, Suboptions>({
	problemOf(body, [sessionId, transactionId, paymentOptionId]) {
		const { result } = body;
		const broken =
			brokenField(body, listedRules) ??
			brokenField(result, listedResultRules, 'result') ??
			brokenItem(isFields(result) ? result.options : undefined, suboptionRules, 'result.options');
		if (broken !== undefined || !isFields(result)) return broken;
		if (result.paymentOptionId !== paymentOptionId)
			return 'result.paymentOptionId is not that of the call';
		return foreignId(result, { transactionId, sessionId });
	},
	idsOf: ({ result }) => [result.sessionId, result.transactionId, result.paymentOptionId],
	toValue: ({ result }) => result.options,
	withIds: (options) => options,
});

/** Checks the list of banks of a session. */
export function suboptionsCheck(
	...ids: [sessionId: string, transactionId: string, paymentOptionId: string]
): Check<Suboptions> {
	return (text, parse) => checkSuboptions(text, parse, ids);
}

const isCashierUrl: Rule = (value) =>
	isUrl(value) && /^[^?]*\/pay\?(?:[^#]*&)?sessionId=/.test(String(value));

const redirectedRules = { statusCode: is('300'), resultType: is('redirect') };
const redirectedResultRules = { redirectUrl: isCashierUrl, transactionId: isUuid };

const checkRedirect = checkedOnce<HybridPaymentResponse, string>({
	problemOf(body, [sessionId, transactionId]) {
		const { result } = body;
		const broken =
			brokenField(body, redirectedRules) ?? brokenField(result, redirectedResultRules, 'result');
		if (broken !== undefined || !isFields(result)) return broken;
		const other = foreignId(result, { transactionId });
		if (other) return other;
		const [first, ...more] = sessionsIn(String(result.redirectUrl));
		// A cashier may read any of them.
		if ([first, ...more].some((session) => session !== sessionId)) {
			const problem = 'result.redirectUrl belongs to another session';
			return { ok: false, problem, outcome: 'wrong_session' };
		}
		return more.length > 0 ? 'result.redirectUrl has sessionId more than once' : undefined;
	},
	idsOf: ({ result }) => [sessionIn(result.redirectUrl) ?? '', result.transactionId],
	toValue: ({ result }) => result.redirectUrl,
	withIds: (address, ids, own) => address.replaceAll(idAt(own, 0), idAt(ids, 0)),
});

/** Checks the cashier address of a session. */
export function hybridCheck(...ids: [sessionId: string, transactionId: string]): Check<string> {
	return (text, parse) => checkRedirect(text, parse, ids);
}
