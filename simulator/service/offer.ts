/** What is offered for a country and a currency: the market's options, the card alone, nothing, or a refusal. */
import { cardOnly, driftOptions, marketOffer } from '../catalog/catalog.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import type { ApiError } from '../errors/api-error.ts';

export interface Offer {
	/** Shared with the catalog, unless drift adds to them. */
	optionCodes: readonly string[];
	remarks: readonly Notice[];
}

type Asked = Pick<PaymentOptionsRequest, 'country' | 'currency'>;

const nothing: readonly string[] = Object.freeze([]);
const none: readonly Notice[] = [];
const mismatch: readonly Notice[] = [{ assumption: 'D-26', warning: 'currency_mismatch' }];
const driftCodes = driftOptions.map(({ code }) => code);

export function offerFor(asked: Asked, settings: Settings): Offer | ApiError {
	const offer = knownOffer(asked, settings);
	const { extraOptions } = settings.drift;
	// A list that is empty on purpose stays empty.
	if ('code' in offer || extraOptions === 0 || offer.optionCodes.length === 0) return offer;
	const optionCodes = [...offer.optionCodes, ...driftCodes.slice(0, extraOptions)];
	return { ...offer, optionCodes };
}

function knownOffer({ country, currency }: Asked, { catalog, errors }: Settings): Offer | ApiError {
	const isKnown = catalog.packs === 'all' || catalog.packs.includes(country);
	const market = isKnown ? marketOffer(country) : undefined;
	if (!market) return offerWithoutMarket(country, errors.noOptions);
	if (market.currency === currency) return { optionCodes: market.optionCodes, remarks: none };
	if (catalog.mismatch === 'reject') {
		return { code: 'currency_mismatch', country, currency, expected: market.currency };
	}
	return { optionCodes: cardOnly, remarks: mismatch };
}

function offerWithoutMarket(
	country: string,
	noOptions: Settings['errors']['noOptions'],
): Offer | ApiError {
	if (noOptions === 'refuse') return { code: 'no_options', country };
	const isEmpty = noOptions === 'emptyList';
	return {
		optionCodes: isEmpty ? nothing : cardOnly,
		remarks: [{ assumption: 'D-27', warning: isEmpty ? 'no_options' : 'unknown_country' }],
	};
}
