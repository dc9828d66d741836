/** The content of a recording, from a payment of a sandbox or from an HTTP Archive. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject, valueAt } from '../../simulator/contract/json.ts';
import { paymentOptionsRequestSchema } from '../../simulator/contract/payment-options.ts';
import type { ServiceCall } from '../../simulator/contract/routes.ts';
import { headerNames } from '../../simulator/contract/routes.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import { cards, challengeCodes, testCards } from '../../simulator/contract/test-values.ts';

/** The payment or the archive cannot become a story. The message has the reason. */
export class RecordingError extends Error {
	override name = 'RecordingError';
}

/** One of the three documented calls, as the sandbox or the proxy recorded it. */
export interface RecordedCall {
	type: 'call';
	call: ServiceCall;
	request: JsonObject;
	/** The result in the response, see `resultOf`; null if the response was lost. */
	response: JsonObject | null;
	/** The request headers; names are in lower case. The journal contains only those in the setting `journal.headers`. */
	headers: Readonly<Record<string, string>>;
	/** The outcomes of the attempts that follow, if no card and no bank of the story selects them. */
	outcome?: readonly Outcome[];
}

const resultFields: Readonly<Record<ServiceCall, readonly string[]>> = {
	paymentOptions: ['sessionId', 'paymentOptions'],
	paymentSuboptions: ['options'],
	hybridPayment: ['redirectUrl'],
};

/**
 * The result in a response body, without its envelope; null if the call did not succeed. The status does not tell: with
 * `errors.httpMode: always200`, errors have the status 200 (D-17). payment-options may have an envelope too (D-43).
 */
export function resultOf(call: ServiceCall, body: unknown): JsonObject | null {
	const isResult = (value: unknown): value is JsonObject =>
		isObject(value) && resultFields[call].every((field) => (value[field] ?? null) !== null);
	return [body, valueAt(body, ['result'])].find(isResult) ?? null;
}

/** An attempt: its outcome, and whether the card or the bank of the story leads to the same one. */
export interface RecordedAttempt {
	outcome: Outcome;
	isRepeated: boolean;
}

/** The outcomes for the header of payment-options; nothing if the story's cards and banks lead to the same ones. */
export function outcomesOf(attempts: readonly RecordedAttempt[]): { outcome?: Outcome[] } {
	if (attempts.every(({ isRepeated }) => isRepeated)) return {};
	return { outcome: attempts.map(({ outcome }) => outcome) };
}

export type TypedCode = keyof typeof challengeCodes | 'wrong';

interface Acts {
	open: object;
	submit: { card: keyof typeof cards | null };
	otp: { code: TypedCode };
	cancel: object;
	return: object;
	confirm: object;
	decline: object;
	expire: object;
}

export type RecordedAct = {
	[Name in keyof Acts]: {
		type: 'act';
		act: Name;
		sessionId: string;
		/** The state after the action; null if the recording does not show it. */
		state: PaymentState | null;
	} & Acts[Name];
}[keyof Acts];

export type RecordedEvent =
	| RecordedCall
	| RecordedAct
	/** The payment reached the state without a call, this long after its creation. */
	| { type: 'wait'; sessionId: string; state: PaymentState; afterMs: number }
	/** The shopper did nothing for this long. */
	| { type: 'pause'; ms: number };

export interface Recording {
	events: readonly RecordedEvent[];
	/** Names of options and banks by id. The sandbox knows them even if no recorded response contains them. */
	knownNames: Readonly<Record<'options' | 'banks', ReadonlyMap<string, string>>>;
	/** Descriptions of what the story leaves out. */
	unexplained: readonly string[];
}

/** Finds a test card by its first six and last four digits. */
export function testCardOf(number: string) {
	const digits = number.replace(/[^0-9*]/g, '');
	const isSame = (other: string) =>
		other.slice(0, 6) === digits.slice(0, 6) && other.slice(-4) === digits.slice(-4);
	return testCards.find((known) => isSame(known.number));
}

/** The name of a test card in `cards`; null for any other card. */
export function cardNameOf(number: string): keyof typeof cards | null {
	const card = testCardOf(number);
	if (!card) return null;
	// All test cards without a special outcome approve, so one name is enough for them.
	if (card.outcome === 'APPROVE') return 'approve';
	const named = Object.entries(cards).find(([, value]) => value === card.number);
	return (named?.[0] as keyof typeof cards | undefined) ?? null;
}

export function typedCodeOf(typed: string): TypedCode {
	const entry = Object.entries(challengeCodes).find(([, value]) => value === typed.trim());
	return (entry?.[0] as keyof typeof challengeCodes | undefined) ?? 'wrong';
}

const known: Readonly<Record<RecordedCall['call'], readonly string[]>> = {
	// The story generates the customer, so all its fields are covered.
	paymentOptions: Object.keys(paymentOptionsRequestSchema.shape),
	paymentSuboptions: ['sessionId', 'paymentOptionId'],
	hybridPayment: ['sessionId', 'paymentOptionId', 'optionId'],
};

/** Matches headers that HTTP clients, proxies and tracing add. They are not about the payment. */
const ignoredHeaders =
	/^(:.*|accept(-.*)?|authorization|baggage|b3|cache-control|connection|content-.*|cookie|date|dnt|expect|forwarded|host|if-.*|keep-alive|origin|pragma|priority|proxy-.*|range|referer|sec-.*|te|trace(parent|state)|transfer-encoding|upgrade.*|user-agent|via|x-(amzn-trace|b3|cloud-trace|correlation|datadog|forwarded|ratelimit|rate-limit|real|request|trace)-.*|request-id|x-trace|ratelimit.*)$/;

/** Lists the fields and headers of a recorded request that no line of the story repeats or replaces. */
export function unrepeatedFields({ call, request, headers }: RecordedCall): string[] {
	const unknown = Object.keys(request).filter((name) => !known[call].includes(name));
	const { country, currency, language, customer } = request;
	const isPlain = customer === undefined || isObject(customer);
	const named = Object.keys(headers).filter(
		(name) => !ignoredHeaders.test(name) && name !== headerNames.outcome.toLowerCase(),
	);
	const isFolded = [country, currency].some(
		(code) => typeof code === 'string' && code !== code.trim().toUpperCase(),
	);
	const isOther = call === 'paymentOptions' && language !== undefined && language !== 'EN';
	return [
		...unknown.map((name) => `${call}: the field ${masked(name)} is left out.`),
		...(isPlain ? [] : [`${call}: customer is no object; the story sends a generated customer.`]),
		...(isFolded ? [`${call}: country and currency are sent in upper case.`] : []),
		...(isOther ? [`${call}: the language is left out; stories send EN.`] : []),
		...named.map((name) => `${call}: the header ${masked(name)} is left out.`),
	];
}

/** Masks digits that may be a card number, which a caller may have sent as a field name. */
const masked = (name: string) => name.replace(/\d(?:[ -]?\d){12,}/g, '…');
