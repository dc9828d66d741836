import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Bug } from '../scenarios/example-merchant/bugs.ts';
import { bugs } from '../scenarios/example-merchant/bugs.ts';
import { merchantStories } from '../scenarios/merchant-stories.ts';
import { runScenarios } from '../scenarios/run.ts';
import { packageRoot } from '../simulator/runtime/package.ts';
import { merchantFile } from './merchants/example.ts';
import { hasPython } from './merchants/python.ts';
import { full } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { sample, sampled } from './support/sample.ts';
import { startSandbox } from './support/sandbox.ts';

const shops = ['TypeScript', 'Python'] as const;
type Shop = (typeof shops)[number];

const folders: Record<Shop, string> = { TypeScript: '', Python: 'python' };

/** A machine without Python skips that shop. */
const canRun = { TypeScript: true, Python: hasPython() } satisfies Record<Shop, boolean>;

/** `npm test` starts the TypeScript shop from its build, in a fraction of the time. */
const fileOf = (shop: Shop) =>
	shop === 'TypeScript' && !full
		? merchantFile()
		: join(packageRoot, 'scenarios/example-merchant', folders[shop], 'merchant.jsonc');

function run(
	merchant: string,
	names: readonly string[],
	env: Record<string, string> = {},
	target?: string,
) {
	return runScenarios(
		{
			...{
				merchant,
				target,
				names,
				tags: [],
				seed: 7,
				jobs: names.length === 1 ? 1 : 2,
				repeat: 1,
			},
			...{ bail: false, command: 'payin-sandbox scenarios' },
		},
		{
			out: () => {},
			err: () => {},
			isTerminal: false,
			env: { ...process.env, ...env },
			cwd: temporaryFolder(),
			signal: new AbortController().signal,
		},
	);
}

/** The bug that no story finds, but a load run: `merchant-load.test.ts` tests it. */
const foundUnderLoad = 'new-reference-on-retry' satisfies Bug;
type BugOfStory = Exclude<Bug, typeof foundUnderLoad>;

/** Which story finds the bug, and how its message or its advice names it. */
const found: Record<BugOfStory, readonly [story: string, names: RegExp]> = {
	'minor-units': [
		'amount-kwd',
		/the payment has 16002 KWD, and its order 16\.002 KWD[\s\S]*amount_implausible \(money\)/,
	],
	'bank-fee': ['bank-paid', /Mixed orders[\s\S]*has the amount \d+ COP, not 15\d+ COP/],
	'wrong-currency': ['card-paid', /currency_mismatch \(wrong\)/],
	'redirect-not-encoded': ['encoded-return', /redirect_not_encoded \(wrong\)/],
	'transport-resends': [
		'lost-options-answer',
		/retried_without_pause \(risky\)|An HTTP client sent a POST again by itself/,
	],
	'gives-up-at-2s': ['slow-answer', /client_left_early \(risky\)/],
	'ignores-4xx': ['refused-bank', /the shopper sees 200 "Thank you/],
	'crashes-on-html': ['html-error-page', /the shop ended with code 1|but an error: 500/],
	'breaks-on-unknown-fields': ['unknown-fields', /Ignore fields that you do not know/],
	'cached-options': ['next-order', /option_of_another_session \(wrong\)/],
	'uuid-as-option': ['bank-paid', /suboption_uuid_sent \(wrong\)/],
	'never-lists-banks': ['bank-paid', /suboptions_not_listed \(risky\)/],
	'cached-banks': ['bank-paid', /suboptions_not_listed \(risky\)/],
	'creates-twice': ['card-paid', /payment_created_twice \(risky\)/],
	'reuses-session': ['next-order', /final_session_reused \(money\)/],
	'shares-order': ['two-shoppers', /Mixed orders[\s\S]*redirectUrl names order[\s\S]*customer/],
	'return-means-paid': ['returned-while-processing', /"paid"; at the service: processing/],
	'bank-return-means-paid': [
		'bank-returned-while-processing',
		/"paid"; at the service: processing/,
	],
	'pays-later-on-return': ['returned-while-processing', /"paid"; at the service: processing/],
	'error-page-on-return': [
		'returned-while-processing',
		/sees a page with checkout\.errorText, although the payment is processing/,
	],
	'trusts-return-query': ['forged-return', /"paid"; at the service: redirected/],
	'credits-first-link-only': [
		'second-tab-paid',
		/"pending" \(open\) after 1 s \(order\.within\); at the service: .*confirmed/,
	],
	'credits-last-link-only': [
		'first-tab-paid',
		/"pending" \(open\) after 1 s \(order\.within\); at the service: .*confirmed/,
	],
	'ignores-late-duplicates': [
		'late-second-payment',
		/"paid" after 1 s \(order\.within\); at the service: .*confirmed/,
	],
	'counts-each-report': ['reported-twice', /"refund_due" \(flagged\); at the service: confirmed/],
	'duplicate-check-drops-success': [
		'declined-then-paid',
		/"failed" after 1 s \(order\.within\); at the service: confirmed/,
	],
};

test('each bug of the example merchants but one has a story that finds it', () => {
	expect([...Object.keys(found), foundUnderLoad].sort()).toEqual(Object.keys(bugs).sort());
});

const wellPlayed = full ? shops : shops.slice(0, 1);

const seed = 11;
const played = sample(merchantStories, 1, seed).map(({ name }) => name);

test.for(wellPlayed)(
	`the shop in %s without bugs handles every story (${sampled(seed)})`,
	async (shop, { skip }) => {
		skip(!canRun[shop]);
		const report = await run(fileOf(shop), played);
		const others = report.scenarios.filter(({ status }) => status !== 'passed');
		expect(others.map(({ name, failure }) => [name, failure])).toEqual([]);
		expect(report).toMatchObject({ verdict: 'PASSED', mode: 'merchant', findings: [] });
		expect(report.scenarios.map(({ name }) => name)).toEqual(played);
	},
);

const rows = (Object.keys(found) as BugOfStory[]).flatMap((bug) =>
	shops.map((shop) => ({ bug, shop, story: found[bug][0], names: found[bug][1] })),
);

test.for(sample(rows, 1, seed))(
	`$story finds $bug in the shop in $shop (${sampled(seed)})`,
	async ({ bug, shop, story, names }, { skip }) => {
		skip(!canRun[shop]);
		const merchant = shop === 'TypeScript' ? merchantFile() : fileOf(shop);
		const report = await run(merchant, [`merchant/${story}`], { SHOP_BUGS: bug });
		const [result] = report.scenarios;
		expect(result).toMatchObject({ name: `merchant/${story}`, status: 'failed' });
		expect(`${result?.failure?.message}\n${result?.advice}`).toMatch(names);
		expect(result?.failure?.timeline?.join('\n')).toMatch(/merchant → service +payment-options/);
		expect(report.exitCode).toBe(1);
	},
);

test('the reason of a failed order names the payments of that order, and apart those that no shopper reached', async () => {
	const names = ['merchant/each-market'];
	const { url } = await startSandbox();
	const reasonWith = async (SHOP_BUGS: string) => {
		const [result] = (await run(merchantFile(), names, { SHOP_BUGS }, url)).scenarios;
		return result?.failure?.message.split('\n')[0];
	};
	expect(await reasonWith('return-means-paid')).toBe(
		'the shop returns "paid"; at the service: processing',
	);
	expect(await reasonWith('return-means-paid,creates-twice')).toMatch(
		/^the shop returns "paid"; at the service: processing; payments of the story that no shopper reached: \d+ created$/,
	);
});
