/** Warns of formats that are unusual and that the document does not rule out (D-01). */
import type { Customer } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import { oddFormatFields, usualFormats } from '../contract/usual-formats.ts';
import type { Notice } from '../contract/warnings.ts';

const none: readonly Notice[] = [];
const odd: readonly Notice[] = [{ assumption: 'D-01', warning: 'unusual_format' }];
const unsaid: readonly Notice[] = [{ assumption: 'D-01', warning: null }];

/** Of a request that its schema has taken. */
export function formatRemarks(
	customer: Customer | undefined,
	{ formats }: Settings['validation'],
): readonly Notice[] {
	if (customer === undefined || formats === 'reject') return none;
	for (const field of oddFormatFields) {
		const value = customer[field];
		if (value === undefined || usualFormats[field].fits(value)) continue;
		return formats === 'warn' ? odd : unsaid;
	}
	return none;
}
