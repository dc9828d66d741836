/** The schema of the conditions of a fault rule, and of texts that a rule may contain. */
import { z } from 'zod';
import { maskCards } from '../domain/card.ts';
import { isSafePattern, maskPattern } from '../domain/reference.ts';
import { isSecretHeader } from './redacted.ts';
import { serviceCalls } from './routes.ts';
import { withMaxEntries } from './setting.ts';

export const faultEndpoints = [...serviceCalls, 'cashier'] as const;

export const hasNoCard = (text: string): boolean => maskCards(text) === text;
export const noCardRule = 'must not contain a card number: leave it out, or mask its middle digits';

/** Rules are stored and shown as they are written: a text with a card number is refused. */
export const withoutCard = <S extends z.ZodType<string>>(text: S): S =>
	text.refine(hasNoCard, noCardRule);

const textRule = 'a text of 1 to 256 characters';
const longText = z.string().min(1, 'must not be empty').max(256, 'must be at most 256 characters');
const someText = withoutCard(longText);
const oneOrSome = <S extends z.ZodType>(one: S, rule: string) =>
	z.union([one, z.array(one).min(1).max(100)], `must be ${rule}, or a list of 1 to 100 of them`);

/** A pattern for references. Card numbers are masked in it, as in the references of payments. */
const referencePattern = longText
	.refine(
		isSafePattern,
		'must not contain both a card number and a wildcard: put a wildcard in place of its middle digits',
	)
	.overwrite(maskPattern)
	.max(256, String.raw`must be at most 256 characters, of which a masked digit, \*, takes two`);

/** A header whose value a rule may show. */
const matchedHeader = withoutCard(
	z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'must be a header name'),
).refine(
	(name) => !isSecretHeader(name),
	'must not be a header that carries a secret, because rules are shown: match another header or the reference',
);

/** The conditions of a rule; a call must meet all of them. An empty object matches every documented call. */
export const faultMatchSchema = z.strictObject({
	endpoint: oneOrSome(z.enum(faultEndpoints), `one of ${faultEndpoints.join(', ')}`).optional(),
	/** The name or `paymentOptionId` of the option: that of the request, or else that of the payment. */
	option: oneOrSome(someText, textRule).optional(),
	/** The `id` of the suboption: that of the request, or else that of the payment. */
	bank: oneOrSome(someText, textRule).optional(),
	/** A pattern for the `paymentReference`: `*` matches any text, `?` any character. */
	reference: referencePattern.optional(),
	transactionId: someText.optional(),
	/** Header values, which must be equal. */
	header: withMaxEntries(z.record(matchedHeader, someText)).optional(),
});

export type FaultMatch = z.output<typeof faultMatchSchema>;
