/** Load on a shop whose sandbox takes amounts in minor units (D-02), and differs from the document in other ways too. */
import { expect, test } from 'vitest';
import { firstRows } from '../../test/support/sample.ts';
import { openShop } from '../../test/support/sold-orders.ts';

const sandbox = {
	settings: {
		amount: { unit: 'minor' },
		http: { requiredHeaders: ['X-Merchant'] },
		drift: { additiveFields: true, envelopeOnOptions: true },
	},
	shopOptions: { serviceHeaders: { 'X-Merchant': 'm-1' } },
};

/** The shop sends what it gets as the amount. */
const minor = { amount: '{amountMinor}' };

test.each(firstRows(['KW', 'NG', 'CO', 'MX'], 2))(
	'a shop in %s that sends minor units is right',
	async (market) => {
		const file = { markets: [market] };
		const { sell, verify } = await openShop({ ...sandbox, file, sends: minor });
		await sell();
		await sell();
		expect(await verify()).toMatchObject({ orders: 2, confirmed: 2, wrongAmount: 0, examples: [] });
	},
);

test.each([
	['NG', 'minor', 'provider', /: 85\d{3} NGN, and its payment has 85\d\.\d\d NGN$/],
	// By ISO 4217, the COP has two decimals.
	['CO', 'minor', 'iso', /: 15\d{4} COP, and its payment has 15\d\d\.\d\d COP$/],
	['NG', 'major', 'provider', /: 85\d{3} NGN, and its payment has 85\d{5} NGN$/],
])(
	'a shop in %s that sends the other unit than %s, by decimals %s, is wrong',
	async (market, unit, decimals, example) => {
		const settings = { ...sandbox.settings, amount: { unit, decimals } };
		const sends = unit === 'major' ? minor : {};
		const file = { markets: [market] };
		const { sell, verify } = await openShop({ ...sandbox, settings, file, sends });
		await sell();
		expect(await verify()).toMatchObject({
			wrongAmount: 1,
			examples: [expect.stringMatching(example)],
		});
	},
);
