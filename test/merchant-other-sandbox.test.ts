/** A shop that calls another sandbox than that of `--target`: scenarios, load and `merchant check` explain it alike. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../scenarios/harness/sandbox-process.ts';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { temporaryFolder } from './support/command.ts';
import { idsOf, instant, k6, load } from './support/merchant-load.ts';
import { createIo, run } from './support/merchant-run.ts';
import { atEnd } from './support/shared.ts';

async function openSandbox() {
	const sandbox = await startSandbox({ seed: 1, env: process.env, clock: 'real' });
	atEnd(() => sandbox.stop());
	return sandbox.url;
}

async function shopOfAnotherSandbox() {
	const [own, target] = [await openSandbox(), await openSandbox()];
	const merchant = await startTestShop({ sandbox: own });
	const content = JSON.parse(readFileSync(merchant, 'utf8'));
	writeFileSync(
		merchant,
		JSON.stringify({ ...content, load: { sandbox: instant, verify: { share: 1, within: '1s' } } }),
	);
	const text = `The shop made none of the three documented calls to the sandbox: does it call ${target}, and does it add the paths /v2/…?`;
	return { own, target, merchant, text };
}

test('scenarios end with an error that says so, and merchant check too', async () => {
	const { target, merchant, text } = await shopOfAnotherSandbox();
	const { io, written } = createIo();
	const names = ['merchant/card-paid', 'merchant/declined'];
	const report = await run(merchant, names, { target, io });
	expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3, error: text });
	expect(report.scenarios.map(({ status }) => status)).toEqual(['failed', 'failed']);
	expect(written.out).toContain(text);
	const check = createIo();
	expect(await checkMerchant({ file: merchant, target, seed: 1 }, check.io)).toBe(1);
	expect(check.written.out).toContain(text);
});

test('scenarios of a shop that calls the sandbox, and fails, have a verdict', async () => {
	const { own, merchant } = await shopOfAnotherSandbox();
	const content = JSON.parse(readFileSync(merchant, 'utf8'));
	const checkout = { ...content.checkout, redirect: { header: 'X-Missing' } };
	writeFileSync(merchant, JSON.stringify({ ...content, checkout }));
	const report = await run(merchant, ['merchant/card-paid'], { target: own });
	expect(report).toMatchObject({ verdict: 'FAILED', exitCode: 1 });
	expect(report.scenarios[0]?.failure?.step).toMatch(/^shopper checks out/);
	expect(report).not.toHaveProperty('error');
});

test('scenarios of a shop whose only call gets no answer have a verdict', async () => {
	const sandbox = await openSandbox();
	const merchant = await startTestShop({ sandbox, abandonsCallsAfterMs: 100 });
	const own = join(temporaryFolder(), 'own.mjs');
	writeFileSync(
		own,
		`export const hangs = { name: 'own/hangs', title: 'Hangs', tags: ['own'], needs: 'merchant',
			async run({ merchant, service }) {
				const order = await merchant.newOrder({ flow: 'card' });
				await service.breaks('paymentOptions', { kind: 'hang', for: '3s' });
				await merchant.checkOut(order);
			} };`,
	);
	const report = await run(merchant, [own], { target: sandbox });
	expect(report).toMatchObject({ verdict: 'FAILED', exitCode: 1 });
	expect(report.scenarios[0]?.failure?.step).toMatch(/^shopper checks out/);
	expect(report).not.toHaveProperty('error');
});

test.skipIf(!k6)(
	'a load is an error that says so, also after calls of an earlier run',
	async () => {
		const { target, merchant, text } = await shopOfAnotherSandbox();
		await fetch(`${target}${servicePaths.paymentOptions}`, { method: 'POST' });
		const changes = { profile: 'smoke', rate: undefined, duration: undefined };
		const { report, out } = await load({ merchant, target, ...changes });
		expect(report).toMatchObject({ verdict: 'ERROR', exitCode: 3 });
		expect(report.reasons[0]).toMatchObject({ id: 'no-shop-call', text });
		expect(idsOf(report)).toEqual([]);
		expect(out).toContain(text);
	},
);
