/** Merchant mode with a shop that learns final states from the settlement file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Settlement } from '../simulator/contract/settlement.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { startOtherHost } from './support/other-host.ts';
import { send } from './support/sandbox.ts';

/**
 * A merchant file whose `settle` starts an import: it reads the rows since the newest one that it has read, and reports
 * them to the shop.
 */
async function startReader(sandbox: string): Promise<string> {
	const merchant = await startTestShop({ sandbox });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	const { url } = file.settle;
	let newest = '';
	const importer = await startOtherHost(async (_request, response) => {
		const since = newest && `?since=${newest}`;
		const settlement = await fetch(`${sandbox}/_sandbox/settlement${since}`);
		const { rows } = (await settlement.json()) as Settlement;
		for (const { transactionId, state, at } of rows) {
			newest = at;
			await fetch(url, { method: 'POST', body: JSON.stringify({ transactionId, state }) });
		}
		response.end();
	});
	file.settle = { method: 'POST', url: `${importer}/import` };
	writeFileSync(merchant, JSON.stringify(file));
	return merchant;
}

test('a shop that reads the settlement file since its newest row learns the payments of later stories', async () => {
	const { url: target } = await startedSandbox();
	const names = ['merchant/late-confirmation', 'merchant/next-order', 'merchant/paid-order-again'];
	const report = await run(await startReader(target), names, { target });
	const passed = names.map((name) => [name, 'passed', undefined]);
	expect(resultsOf(report).toSorted()).toEqual(passed.toSorted());
	const { clock } = (await send('GET', `${target}/_sandbox/health`)).body;
	expect(clock.mode).toBe('scaled');
	// The stories moved it by more than a day.
	expect(Date.parse(clock.now)).toBeLessThan(Date.now() + 3_600_000);
});
