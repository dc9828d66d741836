/** Stories reset the sandbox of --target: they refuse one whose settings would be lost, before anything runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { load } from './support/merchant-load.ts';
import { createIo, resultsOf, run } from './support/merchant-run.ts';
import { send, startSandbox } from './support/sandbox.ts';

interface Given {
	/** The settings with which the sandbox starts. */
	settings?: object;
	/** A workspace to create, and to name with --target. */
	workspace?: { name: string; settings: object };
	/** `sandbox` of the merchant file. */
	sandbox?: object;
}

const minor = { amount: { unit: 'minor' } };
const refusal = (names: string) =>
	expect.stringMatching(
		new RegExp(
			`^Merchant mode cannot run: settings of http\\S+ were changed since its start \\(${names}\\)\\. .*"sandbox" of \\S+merchant\\.jsonc, .*--set.*PUT /_sandbox/workspaces/NAME .*POST http\\S+/_sandbox/reset`,
		),
	);

async function openShop({ settings = {}, workspace, sandbox = {} }: Given = {}) {
	const { url } = await startSandbox({ clock: 'scaled:2', settings });
	if (workspace) {
		const { name, ...body } = workspace;
		await send('PUT', `${url}${controlPaths.workspaces}/${name}`, body);
	}
	const target = workspace ? `${url}/w/${workspace.name}` : url;
	const merchant = await startTestShop({ sandbox: target });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.prepare[0].json.amount = '{amountMinor}';
	writeFileSync(merchant, JSON.stringify({ ...file, markets: ['MX'], sandbox }));
	return {
		...{ target, merchant },
		change: (patch: object) => send('PUT', target + controlPaths.settings, patch),
		settings: async () => (await send('GET', target + controlPaths.settings)).body,
		played: async () => (await send('GET', target + controlPaths.payments)).body.payments.length,
		runStory: () => run(merchant, ['merchant/card-paid'], { target }),
	};
}

const changes: [names: string, patch: object][] = [
	['amount\\.unit', minor],
	['auth\\.mode, auth\\.keys', { auth: { mode: 'bearer', keys: ['k-123456789'] } }],
	['faults', { faults: [{ match: { endpoint: 'paymentOptions' }, fault: { kind: 'reset' } }] }],
];

test.each(changes)(
	'stories refuse a target whose settings were changed: %s',
	async (names, patch) => {
		const shop = await openShop();
		await shop.change(patch);
		const before = await shop.settings();
		const report = await shop.runStory();
		expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, scenarios: [] });
		expect(report.error).toEqual(refusal(names));
		expect(report.error).not.toContain('k-123456789');
		expect(await shop.settings()).toEqual(before);
	},
);

test('merchant check refuses such a target', async () => {
	const shop = await openShop();
	await shop.change(minor);
	const { io, written } = createIo();
	const code = await checkMerchant({ file: shop.merchant, target: shop.target, seed: 1 }, io);
	expect([code, written.err, await shop.played()]).toEqual([3, refusal('amount\\.unit'), 0]);
});

test('a rehearsal refuses such a target before any of its parts', async () => {
	const shop = await openShop();
	const latency = { default: { fixed: 1 } };
	await shop.change({ latency });
	const { merchant, target } = shop;
	const { report, err } = await load({ merchant, target, profile: 'rehearsal' });
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(report.reasons.map(({ text }) => text)).toEqual([refusal('latency\\.default')]);
	expect(err).not.toContain('part 1');
	expect(await shop.settings()).toMatchObject({ latency });
});

test('changes of a workspace count, and the settings that it was created with do not', async () => {
	const shop = await openShop({ workspace: { name: 'team', settings: minor } });
	expect(resultsOf(await shop.runStory())).toEqual([['merchant/card-paid', 'passed', undefined]]);
	await shop.change({ amount: { unit: 'major' } });
	expect((await shop.runStory()).error).toEqual(refusal('amount\\.unit'));
	await send('POST', shop.target + controlPaths.reset);
	expect(resultsOf(await shop.runStory())).toEqual([['merchant/card-paid', 'passed', undefined]]);
});

test('settings that each story has are accepted: a killed run may have left them', async () => {
	const shop = await openShop({ settings: { journal: { mode: 'counters' } }, sandbox: minor });
	await shop.change({ ...minor, journal: { mode: 'full' }, defaultOutcome: 'APPROVE' });
	expect(resultsOf(await shop.runStory())).toEqual([['merchant/card-paid', 'passed', undefined]]);
});

test('the first advice of the refusal works, also for secrets and for values to which the sandbox adds defaults', async () => {
	const sandbox = {
		...minor,
		auth: { mode: 'bearer', keys: ['k-123456789'] },
		capacity: { servers: 4, service: { fixed: 1 } },
		faults: [{ match: { endpoint: 'cashier' }, fault: { kind: 'close' } }],
		methods: { PSE: { window: '20m' } },
	};
	const shop = await openShop({ sandbox });
	await shop.change(sandbox);
	const { error, scenarios } = await shop.runStory();
	// The shop sends no key.
	expect([error, scenarios[0]?.failure?.message]).toEqual([
		undefined,
		expect.stringMatching(/→ 401 not_authenticated/),
	]);
	await shop.change({ methods: { OXXO: { window: '20m' } } });
	expect((await shop.runStory()).error).toEqual(refusal('methods'));
});

test('a setting that was removed since the start is a change, and a fault rule that has ended is none', async () => {
	const shop = await openShop({ settings: { ...minor, latency: { cashier: { fixed: 1 } } } });
	const { paymentOptions } = servicePaths;
	await shop.change({ faults: [{ match: {}, fault: { kind: 'status', status: 503 }, times: 1 }] });
	expect((await send('POST', shop.target + paymentOptions, {})).status).toBe(503);
	expect(resultsOf(await shop.runStory())).toEqual([['merchant/card-paid', 'passed', undefined]]);
	await shop.change({ latency: { cashier: null } });
	expect((await shop.runStory()).error).toEqual(refusal('latency\\.cashier'));
});
