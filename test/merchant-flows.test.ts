/** Merchant mode with shops that sell only by card or only by bank, or that do not get the method of the shopper. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mixOfOfferedFlows } from '../load/runner/merchant-shop.ts';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { merchantFile } from './merchants/example.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { bankMethod, cardMethod } from './merchants/test-shop-answers.ts';
import type { TestShopOptions } from './merchants/test-shop-options.ts';
import { full, fullTest } from './support/campaign.ts';
import { load } from './support/merchant-load.ts';
import { createIo, run, startedSandbox } from './support/merchant-run.ts';
import { openShop } from './support/sold-orders.ts';

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

async function check({ path, target }: Awaited<ReturnType<typeof startShop>>) {
	const { io, written } = createIo();
	const code = await checkMerchant({ file: path, target, seed: 1 }, io);
	return { code, out: written.out.replaceAll(path, 'FILE') };
}

const onlyCard = 'needs a bank option, and "flows" of FILE has only card';
const onlyBank = 'needs a card option, and "flows" of FILE has only bank';
const both = (flow: string) =>
	`needs a card and a bank option, and "flows" of FILE has only ${flow}`;

test('a shop that sells by card only is handled with "flows", and other stories are not tried', async () => {
	const shop = await startShop({ offers: ['Card'] }, { flows: ['card'] });
	const names = ['card-paid', 'expired', 'each-market', 'lost-suboptions-answer', 'bank-paid'];
	expect(await statusesOf(shop, [...names, 'changed-method', 'each-option'])).toEqual({
		...{ 'card-paid': 'passed', expired: 'passed', 'each-market': 'passed' },
		...{ 'lost-suboptions-answer': onlyCard, 'bank-paid': onlyCard },
		...{ 'changed-method': both('card') },
		'each-option': expect.stringMatching(/^the shop offers none of the other options: /),
	});
	expect(await check(shop)).toEqual({
		code: 0,
		out: expect.stringMatching(
			/^FILE: markets CO; flows card\n[\s\S]*-0001 in CO\n(?![\s\S]*-0002)/,
		),
	});
});

test('a shop that sells by bank only is handled with "flows"', async () => {
	const shop = await startShop({ offers: ['PSE'] }, { flows: ['bank'], markets: ['CO', 'KW'] });
	const more = ['amount-cop', 'next-order', 'lost-hybrid-answer'];
	const names = ['bank-paid', 'each-market', ...(full ? more : [])];
	expect(await statusesOf(shop, [...names, 'card-paid', 'declined', 'amount-kwd'])).toEqual({
		...Object.fromEntries(names.map((name) => [name, 'passed'])),
		...{ 'card-paid': onlyBank, declined: onlyBank },
		'amount-kwd': 'needs a bank option in KW, which offers none',
	});
	expect(await check(shop)).toMatchObject({ code: 0 });
});

fullTest.each(['card', 'bank'])('no story fails a right shop that sells by %s', async (flow) => {
	const { scenarios, verdict } = await run(merchantFile({ flows: [flow] }), [], { jobs: 2 });
	const failed = scenarios.filter(({ status }) => status === 'failed');
	expect([verdict, failed.map(({ name }) => name)]).toEqual(['PASSED', []]);
});

test('without "flows", a checkout by a flow that the shop refuses names it', async () => {
	const { code, out } = await check(await startShop({ offers: ['Card'] }, {}));
	expect(code).toBe(1);
	expect(out).toContain(
		'409 "Not offered."\nIf the shop does not sell by bank, leave it out of "flows" in the merchant file.',
	);
});

test('markets without an option of "flows" are refused', async () => {
	const { path, target } = await startShop({}, { flows: ['bank'], markets: ['KW'] });
	const message = `${path}: "markets" (KW) offer no bank option. Add a market, or change "flows".`;
	await expect(run(path, [], { target })).rejects.toThrow(message);
	await expect(check({ path, target })).rejects.toThrow(message);
});

const chosenByShop = (chosen: string, method: string) =>
	`the shopper pays by ${chosen}, and the payment is by ${method}: FILE sends the shop no payment method. Send {option} or {flow}, or name in "flows" what the shop sells`;
const withoutBank =
	'needs a shop that gets the bank of the shopper, and FILE does not send it {bank}';
const withoutOption =
	'needs a shop that gets the option of the shopper, and FILE does not send it {option}';

test('a story by bank is not tried in a shop that gets no method and pays by card', async () => {
	const shop = await startShop({}, { json: cardMethod });
	const reason = chosenByShop('bank', 'Card');
	const names = ['bank-paid', 'each-market', ...(full ? ['bank-declined', 'bank-cancelled'] : [])];
	const others = ['card-paid', 'hidden-bank', 'each-option'];
	expect(await statusesOf(shop, [...names, ...others])).toEqual({
		...Object.fromEntries(names.map((name) => [name, reason])),
		...{ 'card-paid': 'passed', 'hidden-bank': withoutBank, 'each-option': withoutOption },
	});
	const { code, out } = await check(shop);
	expect([code, out]).toEqual([1, expect.stringContaining(reason)]);
});

test('a story by card is not tried in a shop that gets no method and pays by bank', async () => {
	const shop = await startShop({}, { json: bankMethod });
	expect(await statusesOf(shop, ['card-paid', 'bank-paid', 'bank-cancelled'])).toEqual({
		'card-paid': chosenByShop('card', 'PSE, Bancolombia'),
		...{ 'bank-paid': 'passed', 'bank-cancelled': 'passed' },
	});
});

test('a story that ends as not tried still fails for what it saw before', async () => {
	const shop = { takesFromOrderBefore: 'return address' } as const;
	const started = await startShop(shop, { json: cardMethod });
	expect(await statusesOf(started, ['expired'])).toEqual({
		expired: expect.stringMatching(/^Mixed orders \(wrong\): /),
	});
});

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

test('a load plays only the flows that the shop sells, and refuses a mix with others', async () => {
	const { shop } = await openShop({ file: { flows: ['card'] } });
	const mix = { 'merchant/card': 0.6, 'merchant/bank': 0.4 };
	expect(mixOfOfferedFlows(mix, shop, false)).toEqual({ 'merchant/card': 1 });
	const { path, target } = await startShop({}, { flows: ['card'] });
	await expect(load({ merchant: path, target, mix: 'card=1,bank=1' })).rejects.toThrow(
		`--mix has bank, and "flows" of ${path} has only card. Leave it out of --mix, or add it to "flows".`,
	);
});

test('orders of a load whose payments are of another flow are counted, if the shop gets no method', async () => {
	const { sell, verify } = await openShop({ method: bankMethod });
	const { reference } = await sell();
	expect(await verify()).toMatchObject({
		otherFlow: 1,
		wrongMethod: 0,
		examples: [`order flow: ${reference} of merchant/card: its payment is by PSE, Bancolombia`],
	});
	const right = await openShop({ method: cardMethod });
	await right.sell();
	expect(await right.verify()).not.toHaveProperty('otherFlow');
});
