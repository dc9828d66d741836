/** How the file of a market describes the market and its payment options. */
import type { PageKind } from '../contract/control.ts';
import type { Duration, DurationLaw } from '../contract/duration.ts';
import { toMs } from '../contract/duration.ts';
import type { ExtraDataField } from '../contract/payment-options.ts';
import { testBanks } from '../contract/test-values.ts';
import type { PayerDocumentRuleName } from '../domain/documents.ts';

export interface MarketPack {
	country: string;
	currency: string;
	name: string;
	/** The locale (BCP 47), for the format of amounts and the language of texts. */
	locale: string;
	/** The phone numbers that a payer form accepts (E.164), unless `payer.phone.format` differs. */
	phone: RegExp;
	/** The formats of payer details in this market; null if its options ask for none that differ by market. */
	payer: PayerFacts | null;
	/** The options: the one with a bank list first, then the card, then the others. */
	options: readonly OptionPack[];
}

export interface PayerFacts {
	/** Whether the payer must give a document if the option asks for one. */
	required: boolean;
	/** The types of documents, the usual one first. */
	documents: readonly PayerDocument[];
	/** The phone field. `format`, without spaces and dashes, replaces `MarketPack.phone`. */
	phone?: { format?: RegExp; testValue: string };
}

export interface PayerDocument {
	/** The name that payers know, such as `CPF`. */
	type: string;
	rule: PayerDocumentRuleName;
	/** A valid number that is issued to no person. */
	testValue: string;
}

/** A detail that an option asks the payer for. `document` means a type and a number. */
export type PayerDetail = 'document' | 'personType' | 'name' | 'email' | 'phone';

export interface Bank {
	/** The `id` of the suboption: opaque, and the same in every session (D-28). */
	id: string;
	name: string;
}

export interface OptionPack {
	/** The internal name of the option; it never changes. Clients see only ids derived from it. */
	code: string;
	name: string;
	/** The kind of cashier page. Every kind except the card may have a list of banks or stores. */
	kind: PageKind;
	extraData: readonly ExtraDataField[];
	/** The payer details that the page asks for, in this order. A `code` page also asks for its code. */
	asks: readonly PayerDetail[];
	/** The banks or stores of the option; empty if it has no suboptions. */
	banks: readonly Bank[];
	/** How long the shopper may take after hybrid-payment, in milliseconds. It is long enough to explore the page. */
	windowMs: number;
	/** The times of the real payment method, from public sources; where there are none, from similar methods. */
	realistic: {
		windowMs: number;
		/** The delay of the confirmation. These laws leave out the rare very long delays. */
		processing: DurationLaw;
	};
}

/** The five documented fields of the card option (service-interface.md, Extra-data field). */
const cardFields: readonly ExtraDataField[] = (
	[
		['cardnum', 'Card Number'],
		['cardholder', 'Owner'],
		['expiryyear', 'Expiration Year'],
		['expirymonth', 'Expiration Month'],
		['cardcvv', 'CVV'],
	] as const
).map(([name, label]) => ({ label, name, type: 'string', values: [], required: true }));

const thirtyMinutesMs = 30 * 60_000;

/**
 * The card option that every market offers. It is also the only option for an unknown country, or for a currency that
 * is not the country's (D-26).
 */
export const cardOption = defineCardOption('card', 'Card');

/** A card option with its own name, such as a domestic card, with the same five fields. */
export function defineCardOption(code: string, name: string): OptionPack {
	return {
		code,
		name,
		kind: 'card',
		extraData: cardFields,
		// The card page asks for no payer details: the interface document lists only the card's fields.
		asks: [],
		banks: [],
		windowMs: thirtyMinutesMs,
		realistic: {
			windowMs: toMs('15m'),
			processing: { lognormal: { median: '3s', sigma: 0.5 } },
		},
	};
}

interface OptionFacts {
	code: string;
	name: string;
	kind: Exclude<PageKind, 'card'>;
	/** How long the shopper may take with the real method. */
	window: Duration;
	/** How long the network takes to confirm with the real method. */
	processing: DurationLaw;
	/** The payer details that providers of this method are known to ask for. */
	asks?: readonly PayerDetail[];
	/** The names of banks or stores. Ids follow the order, so add a new name at the end. */
	banks?: readonly string[];
}

/**
 * Describes an option. A reference to pay later keeps its real window; all other options get 30 minutes, to explore the
 * page.
 */
export function defineOption({
	window,
	processing,
	asks = [],
	banks = [],
	...facts
}: OptionFacts): OptionPack {
	const windowMs = toMs(window);
	return {
		...facts,
		extraData: [],
		asks,
		banks: banks.length === 0 ? [] : bankList(facts.code, banks),
		windowMs: facts.kind === 'reference' ? windowMs : thirtyMinutesMs,
		realistic: { windowMs, processing },
	};
}

/** The banks of an option: the named ones, then the test banks. */
function bankList(code: string, names: readonly string[]): Bank[] {
	const banks = names.map((name, index) => {
		return { id: `${code}-${String(index + 1).padStart(2, '0')}`, name };
	});
	return [...banks, ...testBanks.map(({ key, name }) => ({ id: `${code}-sim-${key}`, name }))];
}

/** Times for online banking: the payer logs in at a bank or confirms in an app, and the confirmation takes seconds. */
export const onlineBankingFacts = {
	window: '15m',
	processing: { lognormal: { median: '5s', sigma: 0.6 } },
} satisfies Partial<OptionFacts>;

/** Times for a transfer between accounts that the provider matches to the payment. */
export const matchedTransferFacts = {
	window: '30m',
	processing: { lognormal: { median: '30s', sigma: 0.8 } },
} satisfies Partial<OptionFacts>;

/** Times for a slip that is paid in cash, which the collector reports hours later. */
export const voucherFacts = {
	kind: 'reference',
	window: '24h',
	processing: { lognormal: { median: '2h', sigma: 1 } },
} satisfies Partial<OptionFacts>;
