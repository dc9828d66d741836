/** The answer of payment-options, as the document shows it. */
import { paymentOptionIdOf } from '../actions/ids.ts';
import { optionByCode } from '../catalog/catalog.ts';
import { extraDataIn } from '../catalog/extra-data.ts';
import type { PaymentOption, PaymentOptionsResponse } from '../contract/payment-options.ts';
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';

export function presentOptions(payment: Payment, world: World): PaymentOptionsResponse {
	const { transactionId, sessionId, optionCodes, createdAt } = payment;
	const { catalog } = world.settings.inForce;
	const year = new Date(createdAt).getUTCFullYear();
	const paymentOptions = optionCodes.map((code): PaymentOption => {
		const { name, extraData } = optionByCode(code);
		const fields = extraDataIn(catalog.extraData, extraData, year);
		return {
			paymentOptionId: paymentOptionIdOf(payment, world, code),
			name,
			logo: null,
			extraData: fields as PaymentOption['extraData'],
		};
	});
	return { transactionId, sessionId, paymentOptions };
}
