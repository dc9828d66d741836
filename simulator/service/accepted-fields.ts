/** Warnings about fields that are accepted as they are: left out though documented, or unknown (D-01). */
import { paymentOptionsExample } from '../contract/examples.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { Remark } from './remark.ts';

const optional = new Set(['paymentReference', 'userId']);

type FieldWarning = 'optional_field_missing' | 'unknown_field';

/** Compares what was sent with every documented field, level by level. */
export function fieldRemarks(sent: unknown, { unknownFields }: Settings['validation']): Remark[] {
	const found = new Set<FieldWarning>();
	compare(sent, paymentOptionsExample, found);
	return [...found].map((warning) => {
		const isQuiet = warning === 'unknown_field' && unknownFields === 'ignore';
		return { assumption: 'D-01', warning: isQuiet ? null : warning };
	});
}

function compare(sent: unknown, documented: object, found: Set<FieldWarning>): void {
	if (typeof sent !== 'object' || sent === null) return;
	const known = Object.entries(documented) as [keyof PaymentOptionsRequest, unknown][];
	if (Object.keys(sent).some((key) => !Object.hasOwn(documented, key))) found.add('unknown_field');
	for (const [key, value] of known) {
		if (!Object.hasOwn(sent, key)) {
			if (!optional.has(key)) found.add('optional_field_missing');
		} else if (typeof value === 'object' && value !== null) {
			compare((sent as Record<string, unknown>)[key], value, found);
		}
	}
}
