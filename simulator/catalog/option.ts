/** Payment options, from what a market's file says about them. */
import type { OptionKind } from '../contract/control.ts';
import type { Duration, DurationLaw } from '../contract/duration.ts';
import { toMs } from '../contract/duration.ts';
import type { ExtraDataField } from '../contract/payment-options.ts';
import { testBanks } from '../contract/test-values.ts';
import type { Bank, OptionPack, PayerDetail } from './pack.ts';

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

/** The card every market offers, and the only option where no market is known. */
export const cardOption = cardLike('card', 'Card');

/** A card option of a market's own; the shopper types the same five fields. */
export function cardLike(code: string, name: string): OptionPack {
	return {
		code,
		name,
		kind: 'card',
		extraData: cardFields,
		// The document lists what a card asks for, and lists nothing else.
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
	kind: Exclude<OptionKind, 'card'>;
	/** How long the shopper has in reality. */
	window: Duration;
	/** How long the network takes to confirm in reality. */
	processing: DurationLaw;
	/** What providers are known to ask of the payer. */
	asks?: readonly PayerDetail[];
	/** Names of banks or stores to choose from, in order: a new one goes to the end, or ids change their meaning. */
	banks?: readonly string[];
}

/**
 * A reference is carried away and paid later, so its window is the real one. For everything else half an hour stands
 * for windows that would be too short to look around in, or too long to watch.
 */
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
		banks: banks.length === 0 ? [] : listBanks(facts.code, banks),
		windowMs: facts.kind === 'reference' ? windowMs : thirtyMinutesMs,
		realistic: { windowMs, processing },
	};
}

/** The banks get ids in order, and the test banks stand at the end. */
function listBanks(code: string, names: readonly string[]): Bank[] {
	const banks = names.map((name, index) => {
		return { id: `${code}-${String(index + 1).padStart(2, '0')}`, name };
	});
	return [...banks, ...testBanks.map(({ key, name }) => ({ id: `${code}-sim-${key}`, name }))];
}

/** The payer logs in at a bank or confirms in an app, and the answer comes at once. */
export const onlineBanking = {
	window: '15m',
	processing: { lognormal: { median: '5s', sigma: 0.6 } },
} satisfies Partial<OptionFacts>;

/** A transfer between accounts that the provider has to notice. */
export const matchedTransfer = {
	window: '30m',
	processing: { lognormal: { median: '30s', sigma: 0.8 } },
} satisfies Partial<OptionFacts>;

/** A slip to pay in cash or at a counter, and a collector who reports it hours later. */
export const voucher = {
	kind: 'reference',
	window: '24h',
	processing: { lognormal: { median: '2h', sigma: 1 } },
} satisfies Partial<OptionFacts>;
