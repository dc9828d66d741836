/** Finds the payment option a request names among those its session was offered (rule 1 of the service). */
import { paymentOptionIdOf } from '../actions/ids.ts';
import { optionByCode } from '../catalog/catalog.ts';
import type { OptionPack } from '../catalog/pack.ts';
import type { Payment } from '../domain/payment.ts';

export function offeredOption(
	{ sessionId, optionCodes }: Payment,
	paymentOptionId: string,
): OptionPack | null {
	const code = optionCodes.find(
		(offered) => paymentOptionIdOf(sessionId, offered) === paymentOptionId,
	);
	return code === undefined ? null : optionByCode(code);
}
