/** Merchant mode with shops that get only a part of the method of the shopper, such as the flow. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestShop } from './merchants/test-shop.ts';
import type { TestShopOptions } from './merchants/test-shop-options.ts';
import { run, startedSandbox } from './support/merchant-run.ts';

type Changes = Record<string, unknown> & { json?: object };

/** Starts the shop. Its file sends `json` as the method of an order, if that is given. */
async function startShop(
	shop: Partial<TestShopOptions>,
	{ json, ...changes }: Changes,
	sandbox?: string,
) {
	const target = sandbox ?? (await startedSandbox()).url;
	const path = await startTestShop({ sandbox: target, ...shop });
	const file = { ...JSON.parse(readFileSync(path, 'utf8')), ...changes };
	if (json) {
		const { option: _, bank: __, ...order } = file.prepare[0].json;
		file.prepare[0].json = { ...order, ...json };
		file.checkout.json = json;
	}
	writeFileSync(path, JSON.stringify(file));
	return { path, target };
}

async function statusesOf(
	{ path, target }: Awaited<ReturnType<typeof startShop>>,
	names: readonly string[],
) {
	const { scenarios } = await run(
		path,
		names.map((name) => `merchant/${name}`),
		{ target },
	);
	return Object.fromEntries(
		scenarios.map(({ name, status, skipReason, failure }) => [
			name.replace('merchant/', ''),
			skipReason?.replace(path, 'FILE') ?? failure?.message ?? status,
		]),
	);
}

const withoutBank =
	'needs a shop that gets the bank of the shopper, and FILE does not send it {bank}';
const withoutOption =
	'needs a shop that gets the option of the shopper, and FILE does not send it {option}';

test('a shop that gets only the flow may choose the bank', async () => {
	const shop = await startShop({}, { json: { flow: '{flow}' } });
	const names = ['bank-paid', 'each-market', 'changed-method'];
	expect(await statusesOf(shop, [...names, 'refused-bank', 'each-option'])).toEqual({
		...Object.fromEntries(names.map((name) => [name, 'passed'])),
		...{ 'refused-bank': withoutBank, 'each-option': withoutOption },
	});
	const keeps = await startShop({ keepsMethod: true }, { json: { flow: '{flow}' } });
	const [failed] = Object.values(await statusesOf(keeps, ['changed-method']));
	expect(failed).toMatch(/^Mixed orders/m);
});

test('a shop that gets the option and the flow may have options that are neither', async () => {
	const json = { option: '{option}', bank: '{bank}', kind: '{flow}' };
	const shop = await startShop({}, { json });
	expect(await statusesOf(shop, ['each-option'])).toEqual({ 'each-option': 'passed' });
});
