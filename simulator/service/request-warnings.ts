/** What is accepted as it is, though a service might mind. */

import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import { languageOf } from '../domain/language.ts';

const again: Notice = { assumption: 'D-34', warning: 'duplicate_reference' };
const unspoken: Notice = { assumption: 'D-41', warning: 'language_not_supported' };
const unusualDevice: Notice = { assumption: 'D-03', warning: 'unusual_user_device' };
const unsaidDevice: Notice = { assumption: 'D-03', warning: null };

export function habitRemarks(
	{ customer, language }: PaymentOptionsRequest,
	sameReference: number,
	{ cashier, enums }: Settings,
): Notice[] {
	const found: Notice[] = [];
	if (sameReference > 0) found.push(again);
	if (language !== undefined && languageOf({ language }, cashier) !== language)
		found.push(unspoken);
	const device = customer?.userDevice;
	if (device !== undefined && !enums.userDevice.includes(device)) {
		found.push(enums.mode === 'warn' ? unusualDevice : unsaidDevice);
	}
	return found;
}
