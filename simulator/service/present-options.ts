/** The response of payment-options, as the document shows it. */
import { paymentOptionIdsOf } from '../actions/ids.ts';
import { optionByCode } from '../catalog/catalog.ts';
import { extraDataIn } from '../catalog/extra-data.ts';
import type { Payment } from '../domain/payment.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

export function presentOptions(payment: Payment, world: WorkspaceRecord): object {
	const { transactionId, sessionId, optionCodes, createdAt } = payment;
	const shapes = world.settings.inForce.catalog.extraData;
	const year = new Date(createdAt).getUTCFullYear();
	const idOf = paymentOptionIdsOf(payment, world);
	const paymentOptions = optionCodes.map((optionCode) => {
		const { name, extraData } = optionByCode(optionCode);
		return {
			paymentOptionId: idOf(optionCode),
			name,
			logo: null,
			extraData: extraDataIn(shapes, extraData, year),
		};
	});
	return { transactionId, sessionId, paymentOptions };
}
