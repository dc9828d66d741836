/** A load lends its settings to a running sandbox, and undoes them at its end. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMerchantFile } from '../../scenarios/merchant-mode/merchant-file.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { startTestShop } from '../../test/merchants/test-shop.ts';
import { send, startSandbox } from '../../test/support/sandbox.ts';
import { openLoadShop } from './merchant-shop.ts';

/** Opens a running shop with `load.sandbox` and `sandbox` of its merchant file. */
async function openRunningShop(
	options: Parameters<typeof startSandbox>[0],
	duringLoad: JsonObject,
	{ workspace = '', ofShop = {} }: { workspace?: string; ofShop?: JsonObject } = {},
) {
	const sandbox = await startSandbox({ clock: 'real', ...options });
	const url = sandbox.url + workspace;
	const file = await startTestShop({ sandbox: url });
	const content = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(
		file,
		JSON.stringify({ ...content, sandbox: ofShop, load: { sandbox: duringLoad } }),
	);
	const warnings: string[] = [];
	const open = () =>
		openLoadShop({
			...{ merchant: readMerchantFile(file, '/'), url, seed: 1, shopper: 'http' },
			...{ losesAnswers: true, runId: 'run', env: {}, signal: new AbortController().signal },
			warn: (line) => void warnings.push(line),
		});
	const read = async (path: string) => (await send('GET', url + path)).body;
	const changes = () => read(controlPaths.settingChanges);
	return { open, changes, settings: () => read(controlPaths.settings), warnings };
}

test('settings that were at the values of the profile follow the profile again', async () => {
	const settings = { processing: { default: { fixed: '3s' } }, limits: { maxPayments: 200_000 } };
	const duringLoad = {
		processing: {
			default: { uniform: ['1s', '2s'] },
			card: { fixed: '2s' },
			options: { PSE: 'none' },
		},
		latency: { hybridPayment: { fixed: 5 } },
		methods: { PSE: { window: '9m' } },
		defaultOutcome: 'DECLINE',
	};
	const sandbox = await openRunningShop({ profile: 'realistic', settings }, duringLoad);
	const before = [await sandbox.changes(), await sandbox.settings()];
	const shop = await sandbox.open();
	expect(await sandbox.settings()).toMatchObject(duringLoad);
	await shop.close();
	expect([await sandbox.changes(), await sandbox.settings()]).toEqual(before);
	expect(before[0]).toEqual(settings);
	expect(sandbox.warnings).toEqual([]);
});

test('a secret that could not be restored is not changed', async () => {
	const auth = { mode: 'bearer', keys: ['key-of-the-sandbox'] };
	const duringLoad = { auth: { mode: 'none', keys: ['another'] }, defaultOutcome: 'DECLINE' };
	const sandbox = await openRunningShop({ settings: { auth } }, duringLoad);
	const before = await sandbox.settings();
	await expect(sandbox.open()).rejects.toThrow(
		/: load\.sandbox changes auth\.keys, and http\S+ has a value of its own, which could not be restored: it is a secret\. Leave auth\.keys out\.$/,
	);
	expect(await sandbox.settings()).toEqual(before);
});

test('a secret that only the merchant file has, in both places, is no secret of the sandbox', async () => {
	const auth = { mode: 'bearer', keys: ['key-of-the-shop'] };
	const sandbox = await openRunningShop({}, { auth }, { ofShop: { auth } });
	const before = [await sandbox.changes(), await sandbox.settings()];
	const shop = await sandbox.open();
	expect(await sandbox.settings()).toMatchObject({ auth: { mode: 'bearer' } });
	await shop.close();
	expect([await sandbox.changes(), await sandbox.settings()]).toEqual(before);
});

test('a workspace gets its settings back, also where the load names settings of the whole server', async () => {
	const limits = { journalEntries: 5_000, maxPayments: 200_000 };
	const duringLoad = { limits: { maxPayments: 200_000 }, defaultOutcome: 'DECLINE' };
	const sandbox = await openRunningShop({ settings: { limits } }, duringLoad, {
		workspace: '/w/team',
	});
	const before = await sandbox.settings();
	const shop = await sandbox.open();
	expect(await sandbox.settings()).toMatchObject(duringLoad);
	await shop.close();
	expect(await sandbox.settings()).toEqual(before);
	expect(sandbox.warnings).toEqual([]);
});

test('the report gets the settings that differ from their defaults, and no secret', async () => {
	const auth = { mode: 'none', keys: ['key-of-the-sandbox'] };
	const duringLoad = { latency: { default: { fixed: '40ms' } }, processing: { card: 'none' } };
	const sandbox = await openRunningShop(
		{ settings: { auth, ids: { source: 'seeded' } } },
		duringLoad,
	);
	const shop = await sandbox.open();
	const { faults, ...others } = shop.sandboxSettings;
	await shop.close();
	expect(others).toEqual({
		'latency.default': { fixed: '40ms' },
		// That of the profile.
		'processing.default': { fixed: '5s' },
		'processing.card': 'none',
		'ids.source': 'seeded',
	});
	// The run loses answers on purpose.
	expect(faults).toHaveLength(2);
});

test('a load has the settings of "sandbox", and those of "load.sandbox" over them', async () => {
	const settings = { amount: { decimals: 'iso' }, defaultOutcome: 'EXPIRE' };
	const ofShop = {
		amount: { unit: 'minor' },
		latency: { default: { fixed: 7 }, hybridPayment: { fixed: 9 } },
		defaultOutcome: 'DECLINE',
		methods: { PSE: { hideBanks: ['co-pse-02'] } },
		faults: [{ match: { endpoint: 'paymentSuboptions' }, fault: { kind: 'reset' } }],
	};
	const duringLoad = { latency: { default: { fixed: 5 } }, defaultOutcome: null };
	const sandbox = await openRunningShop({ settings }, duringLoad, { ofShop });
	const before = [await sandbox.changes(), await sandbox.settings()];
	const shop = await sandbox.open();
	// The second bank of the list, without the hidden one.
	expect(shop.offers.CO?.bank?.bank).toBe('Banco de Bogotá');
	const during = await sandbox.settings();
	expect(during).toMatchObject({
		amount: { unit: 'minor', decimals: 'iso' },
		latency: { default: { fixed: 5 }, hybridPayment: { fixed: 9 } },
		defaultOutcome: 'APPROVE',
	});
	expect(during.faults.map(({ fault }: { fault: object }) => fault)).toMatchObject([
		{ kind: 'close' },
		{ kind: 'close' },
		{ kind: 'reset' },
	]);
	expect(shop.sandboxSettings).toMatchObject({ 'amount.unit': 'minor' });
	await shop.close();
	expect([await sandbox.changes(), await sandbox.settings()]).toEqual(before);
	expect(sandbox.warnings).toEqual([]);
});

test('wrong settings in "sandbox" are an error that names the field', async () => {
	const ofShop = { amount: { unit: 'cents' }, defaultOutcome: 'DECLINE' };
	const sandbox = await openRunningShop({}, {}, { ofShop });
	const before = await sandbox.settings();
	await expect(sandbox.open()).rejects.toThrow(/: sandbox: .*amount\.unit/);
	expect(await sandbox.settings()).toEqual(before);
});
