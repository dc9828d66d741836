/** What a recording contains, whether it comes from a payment of a sandbox or from an HTTP Archive. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject } from '../../simulator/contract/json.ts';
import { paymentOptionsRequestSchema } from '../../simulator/contract/payment-options.ts';
import type { ServiceCall } from '../../simulator/contract/routes.ts';
import { headerNames } from '../../simulator/contract/routes.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import { cards, challengeCodes, testCards } from '../../simulator/contract/test-values.ts';

/** The payment or the archive cannot become a story. The message is the reason. */
export class RecordingError extends Error {
	override name = 'RecordingError';
}

/** One of the three calls, as the sandbox or the proxy recorded it. */
export interface RecordedCall {
	type: 'call';
	call: ServiceCall;
	request: JsonObject;
	/** Null when the response was lost. */
	response: JsonObject | null;
	/** Names in lower case. The journal has only those that `journal.headers` names. */
	headers: Readonly<Record<string, string>>;
	/** The outcomes of the attempts that follow, where no card and no bank of the story repeats them. */
	outcome?: readonly Outcome[];
}

export type Code = keyof typeof challengeCodes | 'wrong';

interface Acts {
	open: object;
	submit: { card: keyof typeof cards | null };
	otp: { code: Code };
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
		/** The state after it; null when the recording does not show one. */
		state: PaymentState | null;
	} & Acts[Name];
}[keyof Acts];

export type RecordedEvent =
	| RecordedCall
	| RecordedAct
	/** The payment reached the state by itself, so long after its creation. */
	| { type: 'wait'; sessionId: string; state: PaymentState; afterMs: number }
	/** The shopper did nothing for so long. */
	| { type: 'pause'; ms: number };

export interface Recording {
	events: readonly RecordedEvent[];
	/** Names that the sandbox knows although no recorded response has them, by id. */
	knownNames: Readonly<Record<'options' | 'banks', ReadonlyMap<string, string>>>;
	/** What the story leaves out. */
	unexplained: readonly string[];
}

/** The name of a test card in `cards`, by its first six and last four digits; null for any other card. */
export function cardNameOf(number: string): keyof typeof cards | null {
	const digits = number.replace(/[^0-9*]/g, '');
	const isSame = (other: string) =>
		other.slice(0, 6) === digits.slice(0, 6) && other.slice(-4) === digits.slice(-4);
	const card = testCards.find((known) => isSame(known.number));
	if (!card) return null;
	// Every neutral card approves, whatever its brand.
	if (card.outcome === 'APPROVE') return 'approve';
	const named = Object.entries(cards).find(([, value]) => value === card.number);
	return (named?.[0] as keyof typeof cards | undefined) ?? null;
}

export function codeOf(typed: string): Code {
	const entry = Object.entries(challengeCodes).find(([, value]) => value === typed.trim());
	return (entry?.[0] as keyof typeof challengeCodes | undefined) ?? 'wrong';
}

const known: Readonly<Record<RecordedCall['call'], readonly string[]>> = {
	// The customer is generated, whatever its fields.
	paymentOptions: Object.keys(paymentOptionsRequestSchema.shape),
	paymentSuboptions: ['sessionId', 'paymentOptionId'],
	hybridPayment: ['sessionId', 'paymentOptionId', 'optionId'],
};

/** Headers that HTTP clients, proxies and tracing add: they say nothing about the payment. */
const ignoredHeaders =
	/^(:.*|accept(-.*)?|authorization|baggage|b3|cache-control|connection|content-.*|cookie|date|dnt|expect|forwarded|host|if-.*|keep-alive|origin|pragma|priority|proxy-.*|range|referer|sec-.*|te|trace(parent|state)|transfer-encoding|upgrade.*|user-agent|via|x-(amzn-trace|b3|cloud-trace|correlation|datadog|forwarded|ratelimit|rate-limit|real|request|trace)-.*|request-id|x-trace|ratelimit.*)$/;

/** Which fields and headers of a recorded request no line of the story repeats or replaces. */
export function unreadFields({ call, request, headers }: RecordedCall): string[] {
	const unknown = Object.keys(request).filter((name) => !known[call].includes(name));
	const { language, customer } = request;
	const isPlain = customer === undefined || isObject(customer);
	const named = Object.keys(headers).filter(
		(name) => !ignoredHeaders.test(name) && name !== headerNames.outcome.toLowerCase(),
	);
	const isOther = call === 'paymentOptions' && language !== undefined && language !== 'EN';
	return [
		...unknown.map((name) => `${call}: the field ${masked(name)} is left out.`),
		...(isPlain ? [] : [`${call}: customer is no object; the story sends a generated customer.`]),
		...(isOther ? [`${call}: the language is left out; stories send EN.`] : []),
		...named.map((name) => `${call}: the header ${masked(name)} is left out.`),
	];
}

/** A caller may have put a card number in the place of a name. */
const masked = (name: string) => name.replace(/\d(?:[ -]?\d){12,}/g, '…');
