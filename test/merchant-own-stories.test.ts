/** Own stories that drive a shop: the verbs that they have, and the messages about mistakes in them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../simulator/runtime/package.ts';
import { merchantFile } from './merchants/example.ts';
import { temporaryFolder } from './support/command.ts';
import { docsBlock } from './support/docs-block.ts';
import { docsTable } from './support/docs-table.ts';
import { resultsOf, run } from './support/merchant-run.ts';
import { startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

// A sandbox of its own would double the time of a run.
const shared = useShared(startSandbox);
const runOnShared = (merchant: string, names: readonly string[]) =>
	run(merchant, names, { target: shared().url });

/** Runs one story for each body of `run`, which has the parts of the context as variables. Returns the results in this order. */
async function play(bodies: readonly string[], changes: object = {}) {
	const own = join(temporaryFolder(), 'own.mjs');
	const parts = 'merchant, shopper, network, service, expect, skip, payin';
	const stories = bodies.map(
		(body, index) => `export const story${index} = {
	name: 'own/story-${index}', title: 'A story of this test', tags: ['own'], needs: 'merchant',
	async run({ ${parts} }) { ${body} },
};`,
	);
	writeFileSync(own, stories.join('\n'));
	const { scenarios } = await runOnShared(merchantFile(changes), [own]);
	return bodies.map((_, index) => scenarios.find(({ name }) => name === `own/story-${index}`));
}

test('a verb of other stories, and a key or a value that a verb does not know, are named with what to write', async () => {
	const checkOut =
		'const order = await merchant.newOrder({}); const page = await merchant.checkOut(order);';
	const takes =
		'newOrder takes an object with flow, market, specialCharacters, sameShopperAs, mayBeRefused, otherOption';
	const cases = [
		[
			"await merchant.newOrder({ maket: 'KW' });",
			`maket is not known here (did you mean market?). ${takes}.`,
		],
		["await merchant.tryToOrder('card');", `${takes}, not "card".`],
		[
			"await merchant.newOrder({ market: 'CO', flow: 'crd' });",
			'flow "crd" is not known. Known are card, bank.',
		],
		["await merchant.newOrder({ market: 'XX' });", 'market "XX" is not known. Known are CO, '],
		[
			`${checkOut} await expect.orderIs(order, 'payed');`,
			'state "payed" is not known. Known are paid, failed, open, flagged.',
		],
		[`${checkOut} await expect.orderIs(order);`, 'state undefined is not known. Known are paid, '],
		[
			`${checkOut} await expect.paymentIs(page, 'paid');`,
			'state "paid" is not known. Known are created, ',
		],
		[
			`${checkOut} await network.settles(page, 'paid');`,
			'state "paid" is not known. Known are created, ',
		],
		[
			"await payin.paymentOptions({ market: 'CO' });",
			"payin.paymentOptions, and declares needs: 'merchant'. Declare needs: 'calls'.",
		],
		[
			'await shopper.attempt.pay({});',
			"shopper.attempt.pay, and declares needs: 'merchant'. Declare needs: 'control'.",
		],
	] as const;
	const results = await play(cases.map(([body]) => body));
	expect(results.map((result) => result?.failure?.message)).toEqual(
		cases.map(([, message]) => expect.stringContaining(message)),
	);
});

test('a story that orders in a market that the merchant file leaves out is not tried, and names it', async () => {
	const bodies = [
		"await merchant.newOrder({ market: 'JP' });",
		"await merchant.newOrder({ market: 'JP', flow: 'card' });",
	];
	const reason = 'needs the market JP, and the markets of the merchant file are CO, KW';
	const results = await play(bodies, { markets: ['CO', 'KW'] });
	expect(results.map((result) => result?.skipReason)).toEqual([reason, reason]);
});

test('a failed expectation fails a story that catches it and then skips', async () => {
	const skips = "skip('nothing to try');";
	const [failed, skipped] = await play([`try { expect.ok('a', false); } catch {} ${skips}`, skips]);
	expect([failed?.status, failed?.failure?.step]).toEqual(['failed', 'expect a']);
	expect([skipped?.status, skipped?.skipReason]).toEqual(['skipped', 'nothing to try']);
});

test('the docs have a story that passes, and each verb of such a story', async () => {
	const folder = temporaryFolder();
	const page = 'write-your-own-stories.md';
	const block = docsBlock(page, 'js', 'merchant.newOrder');
	const api = JSON.stringify(pathToFileURL(join(packageRoot, 'scenarios/scenario.ts')).href);
	writeFileSync(join(folder, 'docs.mjs'), block.replace("'payin-sandbox/scenarios'", api));
	const rows = docsTable(page, "Verb of a shop's story").map(
		({ "Verb of a shop's story": verbs }) => verbs,
	);
	const documented = [...rows.join().matchAll(/`(\w+(?:\.\w+)?)/g)].map(([, verb]) => verb).sort();
	const verbs = `export const verbs = {
	name: 'own/verbs', title: 'The verbs', tags: ['own'], needs: 'merchant',
	async run(context) {
		const names = Object.entries(context).flatMap(([part, verbs]) =>
			typeof verbs === 'function' ? part : Object.keys(verbs).map((verb) => part + '.' + verb));
		context.expect.equal('verbs', names.sort(), ${JSON.stringify(documented)});
	},
};`;
	writeFileSync(join(folder, 'verbs.mjs'), verbs);
	expect(resultsOf(await runOnShared(merchantFile(), [folder]))).toEqual([
		['shop/second-try', 'passed', undefined],
		['own/verbs', 'passed', undefined],
	]);
});
