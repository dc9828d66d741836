/** Finds the payment option a request names among those its session was offered (rule 1 of the service). */
import { paymentOptionIdsOf } from '../actions/ids.ts';
import { optionByCode } from '../catalog/catalog.ts';
import type { OptionPack } from '../catalog/market.ts';
import type { Payment } from '../domain/payment.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

export function offeredOption(
	payment: Payment,
	world: WorkspaceRecord,
	paymentOptionId: string,
): OptionPack | null {
	const idOf = paymentOptionIdsOf(payment, world);
	const code = payment.optionCodes.find((offered) => idOf(offered) === paymentOptionId);
	return code === undefined ? null : optionByCode(code);
}
