/** The response of payment-suboptions, as the document shows it. */
import { suboptionIdOf, suboptionUuidsOf } from '../actions/ids.ts';
import { formInputsIn } from '../catalog/extra-data.ts';
import type { Bank } from '../catalog/market.ts';
import type { Settings } from '../contract/settings.ts';
import type { Payment } from '../domain/payment.ts';

export function presentSuboptions(
	payment: Payment,
	paymentOptionId: string,
	banks: readonly Bank[],
	{ catalog }: Settings,
): object {
	const { transactionId, sessionId } = payment;
	const uuidOf = suboptionUuidsOf(payment);
	const formInputs = formInputsIn(catalog);
	const options = banks.map(({ id, name }) => {
		return { id: suboptionIdOf(payment, id), name, logo: null, uuid: uuidOf(id), formInputs };
	});
	const result = { paymentOptionId, transactionId, sessionId, options };
	return { statusCode: '085', resultType: 'option_choice', result };
}
