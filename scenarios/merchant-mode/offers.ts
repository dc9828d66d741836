/** Reads what the service offers in a market: the payment options and banks that a shopper can choose. */

import type { JsonObject } from '../../simulator/contract/json.ts';
import { valueAt } from '../../simulator/contract/json.ts';
import type { Market } from '../../simulator/contract/market-samples.ts';
import { marketSamples } from '../../simulator/contract/market-samples.ts';
import { paymentOptionsResponseSchema } from '../../simulator/contract/payment-options.ts';
import type { Suboption } from '../../simulator/contract/payment-suboptions.ts';
import { paymentSuboptionsResponseSchema } from '../../simulator/contract/payment-suboptions.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import type { SomeSettings } from '../../simulator/contract/settings.ts';
import { testValuesSchema } from '../../simulator/contract/test-values-view.ts';
import { UsageError } from '../harness/errors.ts';
import { CallError, createHttpClient } from '../harness/http.ts';
import type { Target } from '../harness/target.ts';
import { openStoryWorkspace } from '../runner/story-workspace.ts';
import type { ShopFlow } from '../shop.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { createSandboxControl } from './sandbox-control.ts';

export interface Offer {
	/** The name of the card option; null if the market has no card. */
	card: string | null;
	/**
	 * An option with a bank list, and the second of its banks. A shop that always sends the same bank sends the first
	 * one.
	 */
	bank: BankMethod | null;
	/** All other options, each with the second of its banks. */
	others: readonly Method[];
}

type Bank = Pick<Suboption, 'id' | 'name'>;

/** An option, and two banks of its list; null if it has none, or only one. */
export interface Method {
	option: string;
	bank: Bank | null;
	otherBank: Bank | null;
}

export type BankMethod = Method & { bank: Bank };

export type Offers = ReadonlyMap<Market, Offer>;

/** The flow of an option beside those of the flows. */
export const flowOf = ({ bank }: Method): ShopFlow => (bank === null ? 'card' : 'bank');

export const offeredFlows = ({ card, bank }: Offer): ShopFlow[] => [
	...(card === null ? [] : ['card' as const]),
	...(bank === null ? [] : ['bank' as const]),
];

/**
 * Reads what the service offers of `flows` in the markets of the merchant file. It does so in its own workspace, so that
 * these calls do not appear among those of the shop. Throws a UsageError if no market offers any.
 */
export async function readOffers(
	target: Target,
	{ file: { markets, flows }, path }: Pick<LoadedMerchant, 'file' | 'path'>,
	workspace: string,
): Promise<Offers> {
	const { url, close } = await openStoryWorkspace(target, workspace, 1);
	const { controlToken } = target;
	const client = createHttpClient({ target: url, controlToken });
	try {
		await keepOnlyOfferSettings(createSandboxControl({ target: url, controlToken }));
		const offers = new Map<Market, Offer>();
		for (const market of markets) offers.set(market, ofFlows(await readOffer(market)));
		if (![...offers.values()].some((offer) => offeredFlows(offer).length > 0)) {
			throw new UsageError([
				`${path}: "markets" (${markets.join(', ')}) offer no ${flows.join(' or ')} option. Add a market, or change "flows".`,
			]);
		}
		return offers;
	} finally {
		await close();
	}

	function ofFlows({ card, bank, others }: Offer): Offer {
		return {
			card: flows.includes('card') ? card : null,
			bank: flows.includes('bank') ? bank : null,
			others: others.filter((method) => flows.includes(flowOf(method))),
		};
	}

	async function readOffer(market: Market): Promise<Offer> {
		const { amount, country, currency } = marketSamples[market];
		const body = { country, currency, amount, redirectUrl: 'http://127.0.0.1/', customer: {} };
		const post = { method: 'POST' } as const;
		const answer = await client
			.call({ ...post, path: servicePaths.paymentOptions, body }, paymentOptionsResponseSchema)
			.catch((error: unknown) => {
				if (error instanceof CallError && error.refusal.code === 'no_options') return null;
				throw error;
			});
		if (answer === null) return { card: null, bank: null, others: [] };
		const { sessionId, paymentOptions } = answer;
		const { markets: values } = await client.call(
			{ method: 'GET', path: `${controlPaths.testValues}?market=${market}` },
			testValuesSchema,
		);
		const testBanks = values.flatMap((value) => value.testBanks.map(({ optionId }) => optionId));
		const card = paymentOptions.find(({ extraData }) => extraData.length > 0)?.name ?? null;
		const methods: Method[] = [];
		for (const { name, paymentOptionId, extraData } of paymentOptions) {
			if (extraData.length > 0) continue;
			const body = { sessionId, paymentOptionId };
			const list = await client
				.call(
					{ ...post, path: servicePaths.paymentSuboptions, body },
					paymentSuboptionsResponseSchema,
				)
				// The service may refuse this call for an option without a list.
				.catch(() => null);
			const banks = (list?.result.options ?? []).filter(({ id }) => !testBanks.includes(id));
			const [first = null, second = null] = banks;
			methods.push({ option: name, bank: second ?? first, otherBank: second && first });
		}
		const bank = methods.find((method): method is BankMethod => method.bank !== null) ?? null;
		return { card, bank, others: methods.filter((method) => method !== bank) };
	}
}

/**
 * Keeps the settings that decide which options and banks a market has, and restores the default of every other one. The
 * service may be set to demand credentials or headers, to take other amounts, to answer in another shape or late, or to
 * break calls: only the shop is prepared for that, and these calls are not the shop's.
 */
async function keepOnlyOfferSettings(
	control: Pick<SandboxControl, 'settings' | 'changeSettings'>,
): Promise<void> {
	const before = await control.settings();
	await control.changeSettings(Object.fromEntries(Object.keys(before).map((name) => [name, null])));
	await control.changeSettings(offerSettingsOf(before));
}

function offerSettingsOf(settings: JsonObject): SomeSettings {
	const offersCard = valueAt(settings, ['errors', 'noOptions']) === 'card';
	return {
		catalog: { packs: valueAt(settings, ['catalog', 'packs']) },
		// An empty list and a refusal say the same: the market has no option.
		errors: { noOptions: offersCard ? 'card' : 'refuse' },
		drift: { extraOptions: valueAt(settings, ['drift', 'extraOptions']) },
		methods: settings.methods,
		// The default of a profile may be slow.
		latency: { default: 'none' },
	} as SomeSettings;
}
