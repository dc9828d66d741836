/** What a market's file says: one readable pack per country and currency. */
import type { ExtraDataField } from '../contract/payment-options.ts';
import { testBanks } from '../contract/test-values.ts';

export interface Bank {
	/** The `id` of the suboption: our own opaque text, stable across sessions (D-28). */
	id: string;
	name: string;
}

export interface OptionPack {
	/** Stable name of the option within its market; the wire shows only ids derived from it. */
	code: string;
	name: string;
	kind: 'card' | 'bank';
	extraData: readonly ExtraDataField[];
	/** Empty for an option without suboptions. */
	banks: readonly Bank[];
	/** How long the shopper has, from hybrid-payment on. */
	windowMs: number;
}

export interface MarketPack {
	country: string;
	currency: string;
	name: string;
	/** The option with a bank list first, then the card. */
	options: readonly OptionPack[];
}

/** The five fields the document gives for the card option (service-interface.md, Extra-data field). */
const cardFields: readonly ExtraDataField[] = [
	['cardnum', 'Card Number'],
	['cardholder', 'Owner'],
	['expiryyear', 'Expiration Year'],
	['expirymonth', 'Expiration Month'],
	['cardcvv', 'CVV'],
].map(([name, label]) => ({
	label: label as string,
	name: name as string,
	type: 'string',
	values: [],
	required: true,
}));

const thirtyMinutesMs = 30 * 60_000;

export const cardOption: OptionPack = {
	code: 'card',
	name: 'Card',
	kind: 'card',
	extraData: cardFields,
	banks: [],
	windowMs: thirtyMinutesMs,
};

/** An option with a bank list: the banks get ids in order, and the test banks stand at the end. */
export function bankListOption(
	code: string,
	name: string,
	bankNames: readonly string[],
): OptionPack {
	const banks = bankNames.map((bank, index) => ({
		id: `${code}-${String(index + 1).padStart(2, '0')}`,
		name: bank,
	}));
	const sims = testBanks.map(({ key, name: bank }) => ({ id: `${code}-sim-${key}`, name: bank }));
	return {
		code,
		name,
		kind: 'bank',
		extraData: [],
		banks: [...banks, ...sims],
		windowMs: thirtyMinutesMs,
	};
}
