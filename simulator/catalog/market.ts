/** How a market's file describes the market and its payment options. */
import type { PageKind } from '../contract/control.ts';
import type { Duration, DurationLaw } from '../contract/duration.ts';
import { toMs } from '../contract/duration.ts';
import type { ExtraDataField } from '../contract/payment-options.ts';
import { testBanks } from '../contract/test-values.ts';
import type { DocumentRuleName } from '../domain/documents.ts';

export interface MarketPack {
	country: string;
	currency: string;
	name: string;
	/** BCP 47: the format of amounts, and the language of texts. */
	locale: string;
	/** What the phone field of a payer form accepts, in E.164, unless `payer.phone.format` differs. */
	phone: RegExp;
	/** The formats of payer details; null when the options ask for none that differs by market. */
	payer: PayerFacts | null;
	/** The option with a bank list first, then the card, then the others. */
	options: readonly OptionPack[];
}

export interface PayerFacts {
	/** Whether the payer must give a document where an option asks for one. */
	required: boolean;
	/** The usual type first. */
	documents: readonly PayerDocument[];
	/** `format`, without spaces and dashes: that of `MarketPack.phone` when left out. */
	phone?: { format?: RegExp; testValue: string };
}

export interface PayerDocument {
	/** The name that payers know: `CPF`. */
	type: string;
	rule: DocumentRuleName;
	/** Valid, and issued to no person. */
	testValue: string;
}

/** `document` asks for a type and a number. */
export type PayerDetail = 'document' | 'personType' | 'name' | 'email' | 'phone';

export interface Bank {
	/** The `id` of the suboption: opaque, and the same in every session (D-28). */
	id: string;
	name: string;
}

export interface OptionPack {
	/** Never changes. Clients see only ids derived from it. */
	code: string;
	name: string;
	/** The kind of page. Every kind but the card may have a list of banks or stores. */
	kind: PageKind;
	extraData: readonly ExtraDataField[];
	/** The payer details that the page asks for, in this order. A `code` page also asks for its code. */
	asks: readonly PayerDetail[];
	/** Empty for an option without suboptions. */
	banks: readonly Bank[];
	/** How long the shopper may take, from hybrid-payment on: long enough to explore the page. */
	windowMs: number;
	/** Times of the real payment method, from public sources; where there are none, from similar methods. */
	realistic: {
		windowMs: number;
		/** The delay of the confirmation. No law here has the rare long tail. */
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

/** Offered by every market. Also the only option for an unknown country, or for a currency that is not the country's (D-26). */
export const cardOption = cardLike('card', 'Card');

/** A market's own card option, with the same five fields. */
export function cardLike(code: string, name: string): OptionPack {
	return {
		code,
		name,
		kind: 'card',
		extraData: cardFields,
		// The document lists the card's fields, and lists no payer details.
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
	/** The shopper's window in reality. */
	window: Duration;
	/** How long the network takes to confirm in reality. */
	processing: DurationLaw;
	/** The payer details that providers are known to ask for. */
	asks?: readonly PayerDetail[];
	/** Names of banks or stores. Ids follow the order: add a new name at the end. */
	banks?: readonly string[];
}

/** A reference is paid later, so it keeps its real window. All other options get 30 minutes, to explore the page. */
export function option({
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

/** The named banks, then the test banks. */
function bankList(code: string, names: readonly string[]): Bank[] {
	const banks = names.map((name, index) => {
		return { id: `${code}-${String(index + 1).padStart(2, '0')}`, name };
	});
	return [...banks, ...testBanks.map(({ key, name }) => ({ id: `${code}-sim-${key}`, name }))];
}

/** The payer logs in at a bank or confirms in an app; the confirmation takes seconds. */
export const onlineBankingFacts = {
	window: '15m',
	processing: { lognormal: { median: '5s', sigma: 0.6 } },
} satisfies Partial<OptionFacts>;

/** A transfer between accounts, which the provider matches to the payment. */
export const matchedTransferFacts = {
	window: '30m',
	processing: { lognormal: { median: '30s', sigma: 0.8 } },
} satisfies Partial<OptionFacts>;

/** A slip that is paid in cash; the collector reports it hours later. */
export const voucherFacts = {
	kind: 'reference',
	window: '24h',
	processing: { lognormal: { median: '2h', sigma: 1 } },
} satisfies Partial<OptionFacts>;
