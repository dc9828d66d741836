/** `GET /_sandbox/test-values`: the tables that steer, as one answer. */
import { cvvLength } from '../actions/card-form.ts';
import { fieldsAskedBy } from '../actions/payer-form.ts';
import type { MarketPack } from '../catalog/market.ts';
import { markets } from '../catalog/markets.ts';
import { testValuesQuerySchema } from '../contract/control.ts';
import {
	challengeCodes,
	outcomeEffects,
	outcomes,
	testBanks,
	testCards,
} from '../contract/test-values.ts';
import type { TestValues } from '../contract/test-values-view.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';

export function testValues({ query }: Call): Reply | ApiError {
	const sent = validateQuery(testValuesQuerySchema, query, { market: 'CO' });
	if (!sent.ok) return sent.refusal;
	const { market } = sent.data;
	const wanted = markets.filter(({ country }) => market === undefined || country === market);
	if (market !== undefined && wanted.length === 0) {
		return { code: 'unknown_market', market, known: markets.map(({ country }) => country) };
	}
	const body: TestValues = {
		outcomes: outcomes.map((outcome) => {
			const word = outcome.toLowerCase();
			return {
				outcome,
				effect: outcomeEffects[outcome],
				header: outcome,
				holder: outcome,
				emails: [`anything+sim-${word}@example.com`, `${word}@sim.example`],
				referencePrefix: `SIM-${outcome}-`,
			};
		}),
		cards: testCards.map(({ number, brand, outcome, afterChallenge }) => {
			const after = outcome === 'CHALLENGE' ? (afterChallenge ?? 'APPROVE') : null;
			return { number, brand, cvvLength: cvvLength(number), outcome, afterChallenge: after };
		}),
		challengeCodes,
		markets: wanted.map(ofMarket),
	};
	return json(body);
}

function ofMarket({ country, currency, name, options, payer }: MarketPack) {
	return {
		country,
		currency,
		name,
		testBanks: options.flatMap(({ name: paymentOption, banks }) =>
			banks.flatMap((bank) =>
				testBanks
					.filter((tests) => tests.name === bank.name)
					.map(({ outcome }) => ({ paymentOption, optionId: bank.id, name: bank.name, outcome })),
			),
		),
		asks: options.flatMap(({ name: paymentOption, ...option }) => {
			const fields = fieldsAskedBy(option);
			return fields.length === 0 ? [] : [{ paymentOption, fields: [...fields] }];
		}),
		payer:
			payer && payer.documents.length > 0
				? {
						required: payer.required,
						documents: payer.documents.map(({ type, testValue }) => ({ type, testValue })),
					}
				: null,
	};
}
