/** What a market's file says: one readable pack per country and currency. */
import type { OptionKind } from '../contract/control.ts';
import type { DurationLaw } from '../contract/duration.ts';
import type { ExtraDataField } from '../contract/payment-options.ts';
import type { DocumentRuleName } from '../domain/documents.ts';

export interface Bank {
	/** The `id` of the suboption: our own opaque text, stable across sessions (D-28). */
	id: string;
	name: string;
}

export interface OptionPack {
	/** Stable name of the option within its market; the wire shows only ids derived from it. */
	code: string;
	name: string;
	/** What the shopper is shown. A list of banks, or of stores, goes with any kind but the card. */
	kind: OptionKind;
	extraData: readonly ExtraDataField[];
	/** What the page asks of the payer, in this order, besides what the kind of the option asks for. */
	asks: readonly PayerDetail[];
	/** Empty for an option without suboptions. */
	banks: readonly Bank[];
	/** How long the shopper has, from hybrid-payment on: long enough for a person who tries things out. */
	windowMs: number;
	/** What public sources say of the method, and where they are silent, of methods like it. */
	realistic: {
		windowMs: number;
		/** How long the network takes to confirm; without the rare long tail, which no law here can tell. */
		processing: DurationLaw;
	};
}

/** A document stands for its kind and its number. */
export type PayerDetail = 'document' | 'personType' | 'name' | 'email' | 'phone';

/** One kind of document that the payer may give. */
export interface PayerDocument {
	/** As the payer knows it: `CPF`. */
	type: string;
	rule: DocumentRuleName;
	/** Valid, and nobody's. */
	testValue: string;
}

export interface PayerFacts {
	/** Whether a document must be given where it is asked for. */
	required: boolean;
	/** The usual one first; empty where none is asked for. */
	documents: readonly PayerDocument[];
	/** How a telephone number is typed, without blanks and dashes: as `MarketPack.phone` when left out. */
	phone?: { format?: RegExp; testValue: string };
}

export interface MarketPack {
	country: string;
	currency: string;
	name: string;
	/** BCP 47: how amounts are written here, and what language texts are in. */
	locale: string;
	/** Mobile numbers in E.164. */
	phone: RegExp;
	/** What a payer's details look like here; null where no option asks for one that differs by market. */
	payer: PayerFacts | null;
	/** The option with a bank list first, then the card, then the others. */
	options: readonly OptionPack[];
}
