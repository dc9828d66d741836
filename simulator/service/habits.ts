/** Warnings about values that are accepted as they are, though a service might mind. */

import type { GapId } from '../contract/gaps/ledger.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { WarningCode } from '../contract/warnings.ts';
import { languageOf } from '../domain/language.ts';
import { decimalsOf, precisionOf } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';

export interface HabitWarning {
	warning: WarningCode;
	assumption: GapId;
}

const quietDevices = ['MOBILE', 'DESKTOP', 'TABLET'];

export function habitWarnings(
	{ amount, currency, customer: { userDevice } }: PaymentOptionsRequest,
	{ sameReference, language }: Payment,
	{ cashier }: Settings,
): HabitWarning[] {
	const found: HabitWarning[] = [];
	if (sameReference > 0) found.push({ warning: 'duplicate_reference', assumption: 'D-34' });
	if (decimalsOf(amount) > precisionOf(currency, 'provider')) {
		found.push({ warning: 'excess_decimals', assumption: 'D-02' });
	}
	if (language !== null && languageOf({ language }, cashier) !== language) {
		found.push({ warning: 'language_not_supported', assumption: 'D-41' });
	}
	if (userDevice !== undefined && !quietDevices.includes(userDevice)) {
		found.push({ warning: 'unusual_user_device', assumption: 'D-03' });
	}
	return found;
}
