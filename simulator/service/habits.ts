/** What is accepted as it is, though a service might mind. */

import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import { languageOf } from '../domain/language.ts';
import type { Payment } from '../domain/payment.ts';
import type { Remark } from './remark.ts';

export function habitRemarks(
	{ customer }: PaymentOptionsRequest,
	{ sameReference, language }: Payment,
	{ cashier, enums }: Settings,
): Remark[] {
	const found: Remark[] = [];
	if (sameReference > 0) found.push({ warning: 'duplicate_reference', assumption: 'D-34' });
	if (language !== null && languageOf({ language }, cashier) !== language) {
		found.push({ warning: 'language_not_supported', assumption: 'D-41' });
	}
	const device = customer?.userDevice;
	if (device !== undefined && !enums.userDevice.includes(device)) {
		const warning = enums.mode === 'warn' ? 'unusual_user_device' : null;
		found.push({ warning, assumption: 'D-03' });
	}
	return found;
}
