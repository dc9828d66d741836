/** Merchant mode on a sandbox that is configured as the shop's provider is: a shop that is prepared for it passes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { alwaysRequiredFields } from '../simulator/contract/payment-options.ts';
import { controlPaths } from '../simulator/contract/routes.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { fileOf } from './support/merchant-load.ts';
import { createIo, resultsOf, run } from './support/merchant-run.ts';
import { firstRows } from './support/sample.ts';
import { send, startSandbox } from './support/sandbox.ts';

interface Given {
	markets?: readonly string[];
	/** What the file sends the shop as the amount. The shop sends it on as it is. */
	amount?: '{amount}' | '{amountMinor}';
	/** `sandbox` of the merchant file. */
	sandbox?: object;
}

/** A running sandbox, and a shop that calls it. */
async function openShop(
	settings: object,
	{ markets = ['MX'], amount = '{amount}', sandbox = {} }: Given = {},
) {
	const { url: target } = await startSandbox({ clock: 'scaled:2', settings });
	const serviceHeaders = { 'X-Merchant': 'm-1' };
	const merchant = await startTestShop({ sandbox: target, serviceHeaders });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.prepare[0].json.amount = amount;
	writeFileSync(merchant, JSON.stringify({ ...file, markets, sandbox }));
	return { target, merchant };
}

const settingsOf = async (target: string) =>
	(await send('GET', target + controlPaths.settings)).body;

const minor = { amount: { unit: 'minor' } };

/** `merchant check` plays the last three too, together. */
const configurations: [settings: object, given?: Given][] = [
	[{ limits: { amount: { MX: { min: 1_499.9 } } } }],
	[{ return: { hosts: ['localhost'] } }],
	[{ validation: { required: [...alwaysRequiredFields, 'paymentReference'] } }],
	[{ catalog: { packs: ['MX'] }, errors: { noOptions: 'refuse' } }, { markets: ['CO', 'MX'] }],
	[{ catalog: { packs: ['MX'] }, errors: { noOptions: 'emptyList' } }, { markets: ['CO', 'MX'] }],
	[minor, { amount: '{amountMinor}' }],
	[{ http: { requiredHeaders: ['X-Merchant'] } }],
	[{ drift: { additiveFields: true, keyOrder: 'reversed', envelopeOnOptions: true } }],
];

test.each(firstRows(configurations, 5))(
	'with the settings %j, a right shop passes',
	async (settings, given) => {
		const { target, merchant } = await openShop(settings, given);
		const report = await run(merchant, ['merchant/card-paid'], { target });
		expect([report.error, ...resultsOf(report)]).toEqual([
			undefined,
			['merchant/card-paid', 'passed', undefined],
		]);
	},
);

test.each<[sandbox: object, given?: Given]>([
	[minor, { amount: '{amountMinor}' }],
	[{ http: { requiredHeaders: ['X-Merchant'] }, journal: { mode: 'off' } }],
	[{ catalog: { packs: ['MX'] } }, { markets: ['CO', 'MX'] }],
])(
	'with "sandbox": %j in the merchant file, a right shop passes each story',
	async (sandbox, given) => {
		const { target, merchant } = await openShop({}, { ...given, sandbox });
		const before = await settingsOf(target);
		const names = ['merchant/card-paid', 'merchant/next-order'];
		const report = await run(merchant, names, { target });
		expect([report.error, ...resultsOf(report)]).toEqual([
			undefined,
			...names.map((name) => [name, 'passed', undefined]),
		]);
		expect(await settingsOf(target)).toEqual(before);
	},
);

test('a sandbox that the run starts has the settings of the merchant file', async () => {
	const merchant = fileOf('TypeScript', {});
	const content = { ...JSON.parse(readFileSync(merchant, 'utf8')), markets: ['MX'] };
	writeFileSync(merchant, JSON.stringify({ ...content, sandbox: minor }));
	const statusWith = async (env: NodeJS.ProcessEnv) => {
		const { io } = createIo(undefined, env);
		const [[, status] = []] = resultsOf(await run(merchant, ['merchant/card-paid'], { io }));
		return status;
	};
	expect(await statusWith({ SHOP_BUGS: 'minor-units' })).toBe('passed');
	expect(await statusWith({})).toBe('failed');
});

test('a shop without the credentials of "sandbox" fails', async () => {
	const sandbox = { auth: { mode: 'bearer', keys: ['k-123456789'] } };
	const { target, merchant } = await openShop({}, { sandbox });
	const { io, written } = createIo();
	const code = await checkMerchant({ file: merchant, target, seed: 1 }, io);
	expect([code, written.out]).toEqual([1, expect.stringContaining('401')]);
	const [[, status] = []] = resultsOf(await run(merchant, ['merchant/card-paid'], { target }));
	expect(status).toBe('failed');
});

test('wrong settings in "sandbox" are an error that names the field, before a story is played', async () => {
	const { target, merchant } = await openShop({}, { sandbox: { amount: { unit: 'cents' } } });
	const expected = /merchant\.jsonc: sandbox: .*amount\.unit/;
	await expect(run(merchant, ['merchant/card-paid'], { target })).rejects.toThrow(expected);
	const { io } = createIo();
	const checked = checkMerchant({ file: merchant, target, seed: 1 }, io);
	await expect(checked).rejects.toThrow(expected);
});

test('a right shop passes where banks have new ids in each session', async () => {
	const settings = { ids: { suboptionScope: 'session' } };
	const { target, merchant } = await openShop(settings, { markets: ['CO'] });
	const names = ['merchant/bank-paid', 'merchant/refused-bank'];
	const report = await run(merchant, names, { target });
	expect(resultsOf(report)).toEqual(names.map((name) => [name, 'passed', undefined]));
});

test('a shopper chooses no bank that the service hides', async () => {
	const settings = {
		http: { requiredHeaders: ['X-Merchant'] },
		// The bank that the shoppers of stories choose otherwise.
		methods: { PSE: { hideBanks: ['co-pse-02'] } },
	};
	const { target, merchant } = await openShop(settings, { markets: ['CO'] });
	const report = await run(merchant, ['merchant/bank-paid'], { target });
	expect(resultsOf(report)).toEqual([['merchant/bank-paid', 'passed', undefined]]);
});

test('merchant check accepts a right shop of a sandbox that differs in several of them', async () => {
	const settings = {
		...minor,
		http: { requiredHeaders: ['X-Merchant'] },
		drift: { additiveFields: true, keyOrder: 'reversed', envelopeOnOptions: true },
	};
	const { target, merchant } = await openShop(settings, { amount: '{amountMinor}' });
	const { io, written } = createIo();
	const code = await checkMerchant({ file: merchant, target, seed: 1 }, io);
	expect(code, written.out + written.err).toBe(0);
});

const amountStories = ['merchant/amount-cop', 'merchant/amount-jpy', 'merchant/amount-kwd'];
const allMarkets = ['NG', 'MX', 'CO', 'JP', 'KW'];

test.each(firstRows([{ decimals: 'provider' }, { decimals: 'iso' }]))(
	'orders have the right amounts in minor units, by decimals %j',
	async ({ decimals }) => {
		const settings = { amount: { unit: 'minor', decimals } };
		// The placeholder has the decimals that providers take: other decimals are for the shop to know.
		const markets = decimals === 'iso' ? ['NG', 'MX', 'JP', 'KW'] : allMarkets;
		const { target, merchant } = await openShop(settings, { markets, amount: '{amountMinor}' });
		const played = decimals === 'iso' ? amountStories.slice(1) : amountStories;
		const names = ['merchant/each-market', ...played];
		const report = await run(merchant, names, { target });
		expect(resultsOf(report).toSorted()).toEqual(
			names.map((name) => [name, 'passed', undefined]).toSorted(),
		);
	},
);

test.each([
	['NG', /its payment has the amount 85\d\.\d\d NGN, not 85\d\d\d NGN/],
	// By ISO 4217, 150,000 is 1,500.00 COP.
	['CO', /its payment has the amount 1500\.\d\d COP, not 1500\d\d COP/],
])(
	'a shop in %s that sends major units is found where the sandbox takes minor ones',
	async (market, expected) => {
		const settings = { amount: { unit: 'minor', decimals: 'iso' } };
		const { target, merchant } = await openShop(settings, { markets: [market] });
		const [[, status, message] = []] = resultsOf(
			await run(merchant, ['merchant/card-paid'], { target }),
		);
		expect(status).toBe('failed');
		expect(message).toMatch(expected);
	},
);

test('merchant/amount-kwd fails a shop whose amount is a tenth, because the service has other decimals', async () => {
	const settings = { amount: { unit: 'minor', decimals: { KWD: 4 } } };
	const given: Given = { markets: ['KW'], amount: '{amountMinor}' };
	const { target, merchant } = await openShop(settings, given);
	const [[, status, message] = []] = resultsOf(
		await run(merchant, ['merchant/amount-kwd'], { target }),
	);
	expect(status).toBe('failed');
	expect(message).toMatch(/the payment has 1\.\d{4} KWD, and its order 1\d\.\d+ KWD/);
});
