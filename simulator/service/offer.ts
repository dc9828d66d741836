/** Selects the payment options of a payment, writes their response, and finds the option that a call names. */
import { paymentOptionIdsOf } from '../actions/ids.ts';
import {
	cardOnlyCodes,
	driftOptions,
	marketOffer,
	optionByCode,
	optionCodesOfOffers,
} from '../catalog/catalog.ts';
import { extraDataOf, isDocumentedShape } from '../catalog/extra-data.ts';
import type { OptionPack } from '../catalog/market.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings } from '../contract/settings.ts';
import type { Notice } from '../contract/warnings.ts';
import type { Payment } from '../domain/payment.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { ResponseText } from './response-text.ts';
import { responseText } from './response-text.ts';

interface Offer {
	/** The codes of the offered options. Payments share the array. */
	optionCodes: readonly string[];
	notices: readonly Notice[];
}

type CountryAndCurrency = Pick<PaymentOptionsRequest, 'country' | 'currency'>;

const driftCodes = driftOptions.map(({ code }) => code);

export function selectOptions(request: CountryAndCurrency, settings: Settings): Offer | ApiError {
	const offer = offerOfMarket(request, settings);
	if ('code' in offer) return offer;
	return { ...offer, optionCodes: withExtraOptions(offer.optionCodes, settings) };
}

/** The option codes with extra options, by the codes of the offer and by the number of extra options. */
const extendedCodes = new WeakMap<readonly string[], Map<number, readonly string[]>>();

/**
 * Adds the options of `drift.extraOptions`; to an empty list, none. Each list is made once, because a payment keeps a
 * reference to it, and `documentedTexts` a response text for each list.
 */
function withExtraOptions(codes: readonly string[], { drift }: Settings): readonly string[] {
	const { extraOptions } = drift;
	if (extraOptions === 0 || codes.length === 0) return codes;
	const byCount = extendedCodes.get(codes) ?? new Map<number, readonly string[]>();
	extendedCodes.set(codes, byCount);
	const known = byCount.get(extraOptions);
	if (known) return known;
	const extended = Object.freeze([...codes, ...driftCodes.slice(0, extraOptions)]);
	byCount.set(extraOptions, extended);
	return extended;
}

const noCodes: readonly string[] = Object.freeze([]);

function offerOfMarket(
	{ country, currency }: CountryAndCurrency,
	{ catalog, errors: { noOptions } }: Settings,
): Offer | ApiError {
	const isListed = catalog.packs === 'all' || catalog.packs.includes(country);
	const market = isListed ? marketOffer(country) : undefined;
	if (market?.currency === currency) return { optionCodes: market.optionCodes, notices: [] };
	if (market && catalog.mismatch === 'reject') {
		return { code: 'currency_mismatch', country, currency, expected: market.currency };
	}
	if (market) {
		const notices: Notice[] = [{ assumption: 'D-26', warning: 'currency_mismatch' }];
		return { optionCodes: cardOnlyCodes, notices };
	}
	if (noOptions === 'refuse') return { code: 'no_options', country };
	const isEmpty = noOptions === 'emptyList';
	return {
		optionCodes: isEmpty ? noCodes : cardOnlyCodes,
		notices: [{ assumption: 'D-27', warning: isEmpty ? 'no_options' : 'unknown_country' }],
	};
}

/** Writes the response text of payment-options. */
export function paymentOptionsText(payment: Payment, record: WorkspaceRecord): string {
	const { transactionId, sessionId, optionCodes } = payment;
	const idOf = paymentOptionIdsOf(payment, record);
	const { extraData } = record.settings.inForce.catalog;
	const textOf = textOfOptions(optionCodes, extraData, payment.createdAt);
	return textOf([transactionId, sessionId, ...optionCodes.map(idOf)]);
}

/**
 * The response texts by their array of option codes. Only documented extra data is cached, because it does not depend
 * on the year.
 */
const documentedTexts = new WeakMap<readonly string[], ResponseText>();

function textOfOptions(
	optionCodes: readonly string[],
	shapes: Settings['catalog']['extraData'],
	createdAt: number,
): ResponseText {
	const isDocumented = isDocumentedShape(shapes);
	const known = isDocumented ? documentedTexts.get(optionCodes) : undefined;
	if (known) return known;
	const year = new Date(createdAt).getUTCFullYear();
	const text = responseText((id) => {
		const paymentOptions = optionCodes.map((code) => {
			const { name, extraData: fields } = optionByCode(code);
			const extraData = extraDataOf(shapes, fields, year);
			return { paymentOptionId: id, name, logo: null, extraData };
		});
		return { transactionId: id, sessionId: id, paymentOptions };
	});
	if (isDocumented) documentedTexts.set(optionCodes, text);
	return text;
}

/**
 * The payment-options response of each offer, as an idempotency key stores it. It covers all markets, because
 * `catalog.packs` may change later. Without `idempotency.header`, no key stores a response: this returns the default
 * responses, because a workspace may name the header later.
 */
export function keptResponses(settings: Settings): string[] {
	const keeping = settings.idempotency.header === null ? defaultSettings : settings;
	return optionCodesOfOffers.map((codesOfOffer) => {
		const codes = withExtraOptions(codesOfOffer, keeping);
		const ids = Array.from({ length: codes.length + 2 }, () => exampleId);
		return textOfOptions(codes, keeping.catalog.extraData, 0)(ids);
	});
}

const exampleId = '00000000-0000-0000-0000-000000000000';

/** Finds the option that a request names among the options of its session (rule 1 of the service). */
export function findOption(
	payment: Payment,
	record: WorkspaceRecord,
	paymentOptionId: string,
): OptionPack | null {
	const idOf = paymentOptionIdsOf(payment, record);
	const code = payment.optionCodes.find((offered) => idOf(offered) === paymentOptionId);
	return code === undefined ? null : optionByCode(code);
}
