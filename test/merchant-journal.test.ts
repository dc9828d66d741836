/** Stories on a target that does not keep the calls by which they are judged. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { controlPaths } from '../simulator/contract/routes.ts';
import { merchantFile } from './merchants/example.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { options } from './support/calls.ts';
import { temporaryFolder } from './support/command.ts';
import { createIo, resultsOf, run } from './support/merchant-run.ts';
import { firstRows } from './support/sample.ts';
import { send, startSandbox } from './support/sandbox.ts';

const modes = ['counters', 'off'] as const;

/** Runs the stories on a target that was started with this mode. */
async function runOn(mode: (typeof modes)[number], names: readonly string[], bugs?: string) {
	const settings = { journal: { mode }, limits: { maxPayments: 500 } };
	const { url } = await startSandbox({ clock: 'real', settings });
	const { io } = createIo(undefined, bugs === undefined ? {} : { SHOP_BUGS: bugs });
	const report = await run(merchantFile(), names, { target: url, io });
	return { report, settings: (await send('GET', url + controlPaths.settings)).body };
}

test.each(modes)(
	'a right shop passes where journal.mode is %s, which the target gets back',
	async (mode) => {
		const { report, settings } = await runOn(mode, ['merchant/bank-paid']);
		expect(resultsOf(report)).toEqual([['merchant/bank-paid', 'passed', undefined]]);
		expect(settings).toMatchObject({ journal: { mode }, limits: { maxPayments: 500 } });
	},
);

test.each(firstRows(modes))(
	'a wrong call fails its shop where journal.mode is %s',
	async (mode) => {
		const { report } = await runOn(mode, ['merchant/bank-paid'], 'uuid-as-option');
		expect(report).toMatchObject({ verdict: 'FAILED', exitCode: 1 });
		const wrong = expect.stringMatching(/suboption_uuid_sent \(wrong\)/);
		expect(resultsOf(report)).toEqual([['merchant/bank-paid', 'failed', wrong]]);
	},
);

test('a story whose calls the journal dropped is not judged, and the run is an error', async () => {
	const { url } = await startSandbox({
		clock: 'real',
		settings: { limits: { journalEntries: 2 } },
	});
	const report = await run(merchantFile(), ['merchant/bank-paid'], { target: url });
	const reason = expect.stringMatching(
		/the journal of the sandbox dropped \d+ calls? of this story, so .* Raise limits\.journalEntries and limits\.journalBytes/,
	);
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, error: reason });
	expect(report.scenarios).toMatchObject([
		{ status: 'skipped', skipReason: reason, failure: null },
	]);
	const { io, written } = createIo();
	expect(await checkMerchant({ file: merchantFile(), target: url, seed: 1 }, io)).toBe(3);
	expect(written.err).toEqual(expect.stringMatching(/dropped \d+ calls? of this story/));
	expect(written.out).not.toContain('FAILED');
});

test('a failure that needs no journal stays when calls were dropped', async () => {
	const settings = { limits: { journalEntries: 1 } };
	const { url: target } = await startSandbox({ clock: 'scaled:2', settings });
	const merchant = await startTestShop({ sandbox: target, paysAfterReturnMs: 0 });
	const report = await run(merchant, ['merchant/cancelled'], { target });
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
	expect(resultsOf(report)).toEqual([
		[
			'merchant/cancelled',
			'failed',
			expect.stringMatching(/returns "paid"[\s\S]*\nAlso, the journal of the sandbox dropped \d/),
		],
	]);
});

test('a call of the shop before its story is not one that the journal dropped', async () => {
	const { url } = await startSandbox({ settings: { journal: { mode: 'counters' } } });
	await options({ url });
	await send('PUT', url + controlPaths.settings, { journal: { mode: 'full' } });
	await options({ url });
	const { body } = await send('GET', url + controlPaths.journal);
	expect([body.entries.length, body.counters, body.dropped]).toEqual([
		1,
		[expect.objectContaining({ calls: 2 })],
		0,
	]);
});

test('the findings of service stories need no setting of the target', async () => {
	const { url } = await startSandbox({ settings: { journal: { mode: 'counters' } } });
	const path = join(temporaryFolder(), 'own.mjs');
	writeFileSync(
		path,
		`export const own = {
	name: 'own/uuid', title: 'A uuid', tags: [], needs: 'control',
	async run({ payin }) {
		const session = await payin.paymentOptions({ market: 'CO' });
		const option = session.paymentOptions.find(({ name }) => name === 'PSE');
		const [bank] = await payin.paymentSuboptions(session, option);
		await payin.attempt.hybridPayment(session, option, { ...bank, id: bank.uuid });
	},
};`,
	);
	const report = await run(undefined, [path], { target: url });
	expect(resultsOf(report)).toEqual([['own/uuid', 'passed', undefined]]);
	expect(report.findings).toContainEqual(
		expect.objectContaining({ code: 'suboption_uuid_sent', story: 'own/uuid' }),
	);
});
