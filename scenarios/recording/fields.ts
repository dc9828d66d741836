/** Which fields and headers of a recorded request no line of the story repeats or replaces. */

import { isObject } from '../../simulator/contract/json.ts';
import { paymentOptionsRequestSchema } from '../../simulator/contract/payment-options.ts';
import { headerNames } from '../../simulator/contract/routes.ts';
import type { RecordedCall } from './recording.ts';

const known: Readonly<Record<RecordedCall['call'], readonly string[]>> = {
	// The customer is generated, whatever its fields.
	paymentOptions: Object.keys(paymentOptionsRequestSchema.shape),
	paymentSuboptions: ['sessionId', 'paymentOptionId'],
	hybridPayment: ['sessionId', 'paymentOptionId', 'optionId'],
};

/** Headers that HTTP clients, proxies and tracing add: they say nothing about the payment. */
const ignoredHeaders =
	/^(:.*|accept(-.*)?|authorization|baggage|b3|cache-control|connection|content-.*|cookie|date|dnt|expect|forwarded|host|if-.*|keep-alive|origin|pragma|priority|proxy-.*|range|referer|sec-.*|te|trace(parent|state)|traceparent|transfer-encoding|upgrade.*|user-agent|via|x-(amzn-trace|b3|cloud-trace|correlation|datadog|forwarded|ratelimit|rate-limit|real|request|trace)-.*|x-amzn-trace-id|ratelimit.*)$/;

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
