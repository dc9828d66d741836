/** Merchant mode with shops that differ from the example merchant. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMerchant } from '../scenarios/merchant-mode/check-command.ts';
import { runScenarios } from '../scenarios/run.ts';
import { startTestShop } from './merchants/test-shop.ts';
import type { TestShopOptions } from './merchants/test-shop-options.ts';
import { full, fullTest } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { createIo, resultsOf, run, startedSandbox } from './support/merchant-run.ts';
import { firstRows } from './support/sample.ts';

const mixtures = [
	[
		{ takesFromOrderBefore: 'return address' },
		/^Mixed orders \(wrong\): .*\nOrder t\w{6}-0002 \S+: its redirectUrl names order t\w{6}-0001\.\n[\s\S]*Fix: Take the reference, /m,
	],
	[
		{ takesFromOrderBefore: 'customer' },
		/^Order t\w{6}-0002 \S+: its payment has the customer .+ <.+@.+>, not .+ <.+@.+>\.$/m,
	],
	[{ showsOrder: 'first' }, /^Order t\w{6}-0002 \S+: its return page names order t\w{6}-0001\.$/m],
] as const;

test.each(firstRows(mixtures))(
	'a shop that mixes orders up is found: %j',
	async (wrong, message) => {
		const { url: target } = await startedSandbox();
		const merchant = await startTestShop({ sandbox: target, hasOpaqueReferences: true, ...wrong });
		const names = ['returned-while-processing', 'encoded-return'].map((name) => `merchant/${name}`);
		const report = await run(merchant, names, { target });
		expect(resultsOf(report)).toEqual([
			['merchant/returned-while-processing', 'passed', undefined],
			['merchant/encoded-return', 'failed', expect.stringMatching(message)],
		]);
	},
);

test('a return page with the text of error pages fails, unless the payment has failed', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, returnText: 'Sorry!' });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.checkout.errorText = 'Sorry';
	writeFileSync(merchant, JSON.stringify(file));
	const names = ['declined', 'declined-then-paid', 'returned-while-processing'];
	const report = await run(
		merchant,
		names.map((name) => `merchant/${name}`),
		{ target },
	);
	const seen = (state: string) =>
		expect.stringMatching(`a page with checkout\\.errorText, although the payment is ${state}$`);
	expect(resultsOf(report)).toEqual([
		['merchant/returned-while-processing', 'failed', seen('processing')],
		['merchant/declined', 'passed', undefined],
		['merchant/declined-then-paid', 'failed', seen('confirmed')],
	]);
});

test('two shoppers at once: a shop that swaps their sessions is found, whatever the references are', async () => {
	const names = ['merchant/two-shoppers'];
	const resultOf = async (wrong: Partial<TestShopOptions>) => {
		const { url: target } = await startedSandbox();
		const shop = { sandbox: target, hasOpaqueReferences: true, ...wrong };
		const [result] = (await run(await startTestShop(shop), names, { target })).scenarios;
		return result;
	};
	// The story waits for much longer than it computes.
	const shops = [{}, { swapsSessions: true }, { sharesOrder: true }];
	const [right, wrong, shared] = await Promise.all(shops.map(resultOf));
	const statuses = [right, wrong, shared].map((result) => result?.status);
	expect(statuses).toEqual(['passed', 'failed', 'failed']);
	expect(shared?.failure?.message).toMatch(/^the shop returns "new" /);
	for (const order of ['0001', '0002']) {
		expect(wrong?.failure?.message).toMatch(
			new RegExp(`^Order t\\w{6}-${order}: its redirectUrl names .*, its payment has the`, 'm'),
		);
	}
});

test.each(firstRows(['success=1', 'approved=true', 'status=paid', 'result=ok']))(
	'a shop that believes the return address is found: %j',
	async (trustsReturnQuery) => {
		const { url: target } = await startedSandbox();
		const merchant = await startTestShop({ sandbox: target, trustsReturnQuery });
		const report = await run(merchant, ['merchant/forged-return'], { target });
		const paid = expect.stringMatching(/^the shop returns "paid"; at the service: /);
		expect(resultsOf(report)).toEqual([['merchant/forged-return', 'failed', paid]]);
	},
);

test('a shop that takes another bank for one that is no longer listed is found', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, takesAnyBank: true });
	const names = ['merchant/refused-bank', 'merchant/hidden-bank'];
	const mixed =
		/^Mixed orders \(wrong\): [\s\S]*Order t\w{6}-0002: [\s\S]*\nFix: Take the option and the bank /;
	expect(resultsOf(await run(merchant, names, { target }))).toEqual([
		['merchant/refused-bank', 'passed', undefined],
		['merchant/hidden-bank', 'failed', expect.stringMatching(mixed)],
	]);
});

const newMarkets = [
	[
		'drops cents',
		/Mixed orders[\s\S]*amount \d+ BRL, not \d+\.\d\d[\s\S]*\nFix: Send the amount of the order in whole/,
	],
	['shows an error', /^the shopper gets no cashier page, but an error: 502/],
	['sends CO', /Mixed orders[\s\S]*its payment has the country CO, not BR/],
	['pays on return', /returns "paid"; at the service: processing/],
] as const;

test.each(firstRows(newMarkets))(
	'a shop that %s in one of its markets is found',
	async (does, message) => {
		const { url: target } = await startedSandbox();
		const inNewMarket = { country: 'BR', does };
		const merchant = await startTestShop({ sandbox: target, inNewMarket });
		const file = JSON.parse(readFileSync(merchant, 'utf8'));
		const names = ['merchant/each-market'];
		for (const [markets, status] of [
			[['CO', 'AT'], 'passed'],
			[['CO', 'AT', 'BR'], 'failed'],
		]) {
			writeFileSync(merchant, JSON.stringify({ ...file, markets }));
			const [result] = (await run(merchant, names, { target })).scenarios;
			expect(result).toMatchObject({ status });
			if (status === 'passed') continue;
			expect(result?.failure?.message).toMatch(message);
			expect(result?.failure?.timeline?.join('\n')).toMatch(/shopper checks out order \S+ in BR/);
		}
	},
);

test('a story is not tried if none of the calls that it breaks is made', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target, startsSessionWithOrder: true });
	// The delay of payment-options, which the first checkout does not call, delays the second order.
	const tried = ['card-paid', 'lost-hybrid-answer', 'slow-answer', 'server-error'].map(
		(name) => `merchant/${name}`,
	);
	const untried = ['merchant/lost-options-answer'];
	const { scenarios, verdict } = await run(merchant, [...tried, ...untried], { target });
	expect(verdict).toBe('PASSED');
	const reason = /^the shop did not call \/v2\/payment-options while the story broke it\./;
	const seen = scenarios.map(({ name, status, skipReason }) => [name, status, skipReason]);
	expect(seen.toSorted()).toEqual(
		[
			...tried.map((name) => [name, 'passed', undefined]),
			...untried.map((name) => [name, 'skipped', expect.stringMatching(reason)]),
		].toSorted(),
	);
});

test('a run gives the sandbox of the target back: empty, with the clock that it had', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const report = await run(merchant, ['merchant/card-paid'], { target });
	expect(report.verdict).toBe('PASSED');
	const get = async (path: string) =>
		(await fetch(`${target}/_sandbox/${path}`)).json() as Promise<{ payments?: unknown }>;
	expect(await get('clock')).toMatchObject({ mode: 'scaled', scale: 2 });
	expect((await get('payments')).payments).toEqual([]);
});

test('merchant check shows its steps when the sandbox ends', async () => {
	const sandbox = await startedSandbox();
	const file = await startTestShop({ sandbox: sandbox.url, beforeRedirect: sandbox.close });
	const { io, written } = createIo();
	expect(await checkMerchant({ file, target: sandbox.url, seed: 1 }, io)).toBe(1);
	expect(written.out).toMatch(
		/✗ shopper checks out order .*\n.*GET \/_sandbox\/payments\S+ failed: /,
	);
	expect(written.out).not.toContain('does not know this session');
	expect(written.out).toMatch(/FAILED {2}"shopper checks out order /);
});

function ownStory(folder: string, name: string, needs: string, body: string): string {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${name}.mjs`);
	const head = `name: 'own/${name}', title: 'Own', tags: ['own'], needs: '${needs}'`;
	writeFileSync(file, `export const one = { ${head}, async run(context) { ${body} } };`);
	return file;
}

test('own stories drive the shop with --merchant, and other stories are refused', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const folder = temporaryFolder();
	const body =
		"const order = await context.merchant.newOrder({ flow: 'card' }); await context.merchant.checkOut(order); await context.expect.orderIsNotPaid(order);";
	const drives = ownStory(folder, 'drives', 'merchant', body);
	const report = await run(merchant, [drives], { target });
	expect(resultsOf(report)).toEqual([['own/drives', 'passed', undefined]]);
	const calls = ownStory(folder, 'calls', 'control', '');
	await expect(run(merchant, [calls], { target })).rejects.toThrow(
		/calls\.mjs: the story "own\/calls" needs "control": it runs only without --merchant\./,
	);
	// In a folder with both kinds, those of this mode run.
	const both = await run(merchant, [folder], { target });
	expect(resultsOf(both)).toEqual([['own/drives', 'passed', undefined]]);
	const runCalls = run(merchant, [folder, calls], { target });
	await expect(runCalls).rejects.toThrow(/it runs only without --merchant\./);
	await expect(run(merchant, ['card/approved', drives], { target })).rejects.toThrow(
		/^The scenario "card\/approved" runs only without --merchant\.$/,
	);
	const { io } = createIo();
	const usual = { tags: [], seed: 7, jobs: 1, repeat: 1, bail: false, command: '' };
	await expect(runScenarios({ ...usual, names: [drives] }, io)).rejects.toThrow(
		/needs "merchant": it runs only with --merchant FILE\./,
	);
	const problemOf = (name: string) => runScenarios({ ...usual, names: [name] }, io);
	await expect(problemOf('merchant/*')).rejects.toThrow(
		/^The scenario "merchant\/\*" runs only with --merchant FILE\.$/,
	);
	for (const misspelt of ['card-paid', 'merchant/card-payed']) {
		await expect(problemOf(misspelt)).rejects.toThrow(
			/Did you mean merchant\/card-paid, which runs only with --merchant FILE\?$/,
		);
	}
});

test('a shop that reuses the session of an earlier story is told so, and explained once', async () => {
	const { url: target } = await startedSandbox();
	const names = ['merchant/card-paid', 'merchant/declined', 'merchant/cancelled'];
	const byCall = await run(await startTestShop({ sandbox: target, reuses: 'session' }), names, {
		target,
	});
	const text =
		/^Reused session \(wrong\): This session belongs to an earlier story: the shop reuses it\.\nCalls: #1 POST \/v2\/hybrid-payment → 404 \(session_not_found\), of merchant\/card-paid\nTo see it again, run merchant\/card-paid before this story\.\nFix: .*$/;
	expect(resultsOf(byCall)).toEqual([
		['merchant/card-paid', 'passed', undefined],
		['merchant/declined', 'failed', expect.stringMatching(text)],
		['merchant/cancelled', 'failed', expect.stringMatching(text)],
	]);
	expect(byCall.scenarios[2]?.failure?.sameAs).toBe('merchant/declined');
	// The cost and the advice are those of the reason. Those of the story are about declined payments.
	for (const { cost, advice } of byCall.scenarios.slice(1)) {
		expect(cost).toBe('This session belongs to an earlier story: the shop reuses it.');
		expect(advice).toMatch(/^Call payment-options for each order\./);
	}
	if (!full) return;
	const byAddress = await run(await startTestShop({ sandbox: target, reuses: 'address' }), names, {
		target,
	});
	expect(byAddress.scenarios[1]?.failure?.message).toMatch(
		/this session belongs to an earlier story \(merchant\/card-paid\): the shop reuses it\./,
	);
});

test('a refusal of the service is shown with its reason, its field and its fix', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.prepare[0].json.amount = '-1';
	writeFileSync(merchant, JSON.stringify(file));
	const report = await run(merchant, ['merchant/card-paid'], { target });
	const reason = /\nRefused: #\d+ POST \/v2\/payment-options → 400 invalid_body: amount .*\nFix: /;
	expect(report.scenarios[0]?.failure?.message).toMatch(reason);
	const { io, written } = createIo();
	expect(await checkMerchant({ file: merchant, target, seed: 1 }, io)).toBe(1);
	expect(written.out).toMatch(reason);
});

fullTest(
	'merchant check ends with the command that runs all stories, with the same target',
	async () => {
		const { url: target } = await startedSandbox();
		const file = await startTestShop({ sandbox: target });
		const { io, written } = createIo();
		expect(await checkMerchant({ file, target, seed: 1 }, io)).toBe(0);
		expect(written.out).toContain(
			`\nOK  Run: npm run scenarios -- --merchant ${file} --target ${target}\n`,
		);
	},
);

test('an answer without the address of checkout.redirect is named', async () => {
	const { url: target } = await startedSandbox();
	const merchant = await startTestShop({ sandbox: target });
	const file = JSON.parse(readFileSync(merchant, 'utf8'));
	file.checkout.redirect = { json: '/nope' };
	writeFileSync(merchant, JSON.stringify(file));
	const report = await run(merchant, ['merchant/card-paid'], { target });
	expect(report.scenarios[0]?.failure?.message).toContain(
		'the shopper sees 303, no text, with no text at /nope.',
	);
});
