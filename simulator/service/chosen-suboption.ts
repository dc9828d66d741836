/** Which bank an optionId means: rules 2 and 3 of the service, and what is told otherwise (D-28, D-29, D-31, D-32). */
import { suboptionIdOf, suboptionUuidsOf } from '../actions/ids.ts';
import { optionOfBank } from '../catalog/catalog.ts';
import type { OptionPack } from '../catalog/market.ts';
import type { Settings } from '../contract/settings.ts';
import type { Payment } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';

/** The catalog's id of the bank, null for an option without banks, or why the optionId will not do. */
export function chosenSuboption(
	payment: Payment,
	option: OptionPack,
	optionId: string | undefined,
	{ hybrid, ids }: Settings,
): { bankId: string | null } | ApiError {
	const { name, kind, banks } = option;
	if (banks.length === 0) {
		const isFine = optionId === undefined || hybrid.extraOptionId === 'ignore';
		return isFine ? { bankId: null } : { code: 'suboption_not_needed', option: name, kind };
	}
	if (optionId === undefined) return { code: 'suboption_required', option: name };
	const uuidOf = suboptionUuidsOf(payment);
	const bank =
		banks.find(({ id }) => suboptionIdOf(payment, id) === optionId) ??
		banks.find(({ id }) => uuidOf(id) === optionId);
	if (!bank) {
		// Outside its session an id of a session means nothing; one of the catalog tells whose it is.
		const isForeign = payment.suboptionScope === 'catalog' && optionOfBank(optionId);
		const code = isForeign ? 'suboption_of_other_option' : 'suboption_not_found';
		return { code, option: name, optionId };
	}
	const id = suboptionIdOf(payment, bank.id);
	if (id !== optionId && !ids.acceptUuidAsOptionId) {
		return { code: 'suboption_uuid_sent', known: [id] };
	}
	if (hybrid.requireListing && !payment.listedOptions.includes(option.code)) {
		return { code: 'suboptions_not_listed_yet', option: name };
	}
	return { bankId: bank.id };
}
