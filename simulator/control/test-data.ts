/** The routes `GET /_sandbox/test-values` and `…/customers`: values for tests. */
import { cvvLength } from '../actions/card-form.ts';
import { fieldsAskedBy } from '../actions/payer-form.ts';
import type { MarketPack } from '../catalog/market.ts';
import { markets } from '../catalog/markets.ts';
import { customersQuerySchema, testValuesQuerySchema } from '../contract/control.ts';
import type { Customer } from '../contract/payment-options.ts';
import type { Settings } from '../contract/settings.ts';
import {
	challengeCodes,
	outcomeEffects,
	outcomes,
	testBanks,
	testCards,
} from '../contract/test-values.ts';
import type { TestValues } from '../contract/test-values-view.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Steps } from '../runtime/slices.ts';
import { runInSlices } from '../runtime/slices.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';
import type { ControlDeps } from './deps.ts';

export function showCustomers({ store }: ControlDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(customersQuerySchema, query, { market: 'CO', count: 5, seed: 1 });
		if (!sent.ok) return sent.refusal;
		// Load this on the first call: the names and streets of all markets take longer to load than the whole server.
		const { createCustomer, customerCountries } = await import('../customers/customers.ts');
		const { market = 'CO', count = 1, seed } = sent.data;
		if (!customerCountries.includes(market)) {
			return { code: 'unknown_market', market, known: customerCountries };
		}
		const record = await store.workspaceRecord(workspace);
		const wanted = { market, seed: seed ?? record.seed };
		const create = function* (): Steps<Customer[]> {
			const customers: Customer[] = [];
			for (let index = 0; index < count; index += 1) {
				customers.push(createCustomer({ ...wanted, index }));
				yield;
			}
			return customers;
		};
		return json({ customers: await runInSlices(create()) });
	};
}

export function showTestValues({ query, settings }: Call): Reply | ApiError {
	const sent = validateQuery(testValuesQuerySchema, query, { market: 'CO' });
	if (!sent.ok) return sent.refusal;
	const { market } = sent.data;
	const selected = markets.filter(({ country }) => market === undefined || country === market);
	if (market !== undefined && selected.length === 0) {
		return { code: 'unknown_market', market, known: markets.map(({ country }) => country) };
	}
	const body: TestValues = {
		outcomes: outcomes.map((outcome) => {
			const keyword = outcome.toLowerCase();
			return {
				outcome,
				effect: outcomeEffects[outcome],
				header: outcome,
				holder: outcome,
				emails: [`anything+sim-${keyword}@example.com`, `${keyword}@sim.example`],
				referencePrefix: `SIM-${outcome}-`,
			};
		}),
		cards: testCards.map(({ number, brand, outcome, afterChallenge }) => {
			const after = outcome === 'CHALLENGE' ? (afterChallenge ?? 'APPROVE') : null;
			return { number, brand, cvvLength: cvvLength(number), outcome, afterChallenge: after };
		}),
		challengeCodes,
		markets: selected.map((pack) => valuesOfMarket(pack, settings.ids.suboptionScope)),
	};
	return json(body);
}

function valuesOfMarket(
	{ country, currency, name, options, payer }: MarketPack,
	scope: Settings['ids']['suboptionScope'],
) {
	return {
		country,
		currency,
		name,
		testBanks: options.flatMap(({ name: paymentOption, banks }) =>
			banks.flatMap((bank) =>
				testBanks
					.filter((tests) => tests.name === bank.name)
					.map(({ outcome }) => ({
						paymentOption,
						// Otherwise the service accepts only the ids that it gave for the session.
						...(scope === 'catalog' ? { optionId: bank.id } : {}),
						name: bank.name,
						outcome,
					})),
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
