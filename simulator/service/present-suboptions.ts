/**
 * The answer of payment-suboptions, as the document shows it: JSON text, written from ready-made pieces. All that differs
 * from payment to payment are ids, and an id needs no escaping.
 */
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
): string {
	const { sessionId, transactionId } = payment;
	const uuidOf = suboptionUuidsOf(payment);
	const end = `","formInputs":${JSON.stringify(formInputsIn(catalog))}}`;
	// Joined once: a text that grows piece by piece is copied into one before it leaves, and its pieces are left for the collector.
	const texts = [
		`{"statusCode":"085","resultType":"option_choice","result":{"paymentOptionId":"${paymentOptionId}",`,
		`"transactionId":"${transactionId}","sessionId":"${sessionId}","options":[`,
	];
	let start = '{"id":"';
	for (const bank of banks) {
		texts.push(start, suboptionIdOf(payment, bank.id), pieceOf(bank), uuidOf(bank.id), end);
		start = ',{"id":"';
	}
	texts.push(']}}');
	return texts.join('');
}

/** The catalog's banks are the same for every payment. */
const pieces = new WeakMap<Bank, string>();

/** What stands between the two ids of a bank. */
function pieceOf(bank: Bank): string {
	const known = pieces.get(bank);
	if (known !== undefined) return known;
	const piece = `",${JSON.stringify({ name: bank.name, logo: null }).slice(1, -1)},"uuid":"`;
	pieces.set(bank, piece);
	return piece;
}
