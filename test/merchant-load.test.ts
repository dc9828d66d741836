/** Load on the example merchants, with real k6. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LoadOptions } from '../load/runner/options.ts';
import { startSandbox } from '../scenarios/harness/sandbox-process.ts';
import { controlPaths } from '../simulator/contract/routes.ts';
import { hasPython } from './merchants/python.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { chromiumPath } from './support/browser.ts';
import { full } from './support/campaign.ts';
import type { Shop } from './support/merchant-load.ts';
import {
	explained,
	fileOf,
	idsOf,
	instant,
	k6,
	limits,
	load,
	lostAnswers,
	problemsOf,
} from './support/merchant-load.ts';
import { send } from './support/sandbox.ts';
import { atEnd } from './support/shared.ts';

const fullK6Test = test.skipIf(!k6 || !full);

async function findsSecondPayments(shop: Shop) {
	const merchant = fileOf(shop, { sandbox: instant });
	const ran = await load({ merchant, profile: 'idempotency', bugs: 'new-reference-on-retry' });
	const { report, err, out } = ran;
	expect(report.verdict, explained(ran)).toBe('NO-GO');
	expect(idsOf(report), explained(ran)).toEqual(['two-payments']);
	const reason = report.reasons.find(({ id }) => id === 'two-payments');
	expect(reason?.text).toMatch(/^\d+ orders? had more than one payment\.$/);
	expect(reason?.evidence[0]).toMatch(/^order (l\w{6}-\w+-\d{7}): .*\1-\w{8,} \w+/);
	expect(idsOf(report, 'note')).toContain('orphans');
	expect(report.merchant?.orphans).toBeGreaterThanOrEqual(report.merchant?.secondPayments ?? 1);
	expect(report.plan).toMatchObject({
		shopper: 'http',
		steps: ['merchant-checkout', 'merchant-return'],
	});
	expect(err).toContain(`on your system, as ${merchant} describes it, with a sandbox behind it`);
	expect(out).toMatch(/NO-GO: your system: the shop of [^\n]*merchant\.jsonc[^\n]*\n$/);
	return report;
}

test.skipIf(!k6)(
	'a shop that retries under a new reference has second payments under lost answers',
	async () => {
		const { steps, slo } = await findsSecondPayments('TypeScript');
		const { own, p50 } = steps['merchant-checkout'] ?? {};
		expect(own?.p50).toBeGreaterThan(0);
		expect(own?.p50).toBeLessThan(p50 ?? 0);
		// The service's own calls are not what this run is about.
		expect(slo.map(({ id }) => id)).toEqual([
			'merchant-checkout.failures',
			'flow.failures',
			'flow.rate',
		]);
	},
);

test.skipIf(!k6)(
	'orders that the return alone has made paid, and return pages of another order, are a NO-GO',
	async () => {
		const sandbox = await startSandbox({ seed: 1, env: process.env, clock: 'real' });
		atEnd(() => sandbox.stop());
		const wrong = { paysAfterReturnMs: 0, showsOrder: 'first' } as const;
		const merchant = await startTestShop({ sandbox: sandbox.url, ...wrong });
		const content = JSON.parse(readFileSync(merchant, 'utf8'));
		writeFileSync(merchant, JSON.stringify({ ...content, load: { sandbox: instant } }));
		const ran = await load({
			...{ merchant, profile: 'smoke', target: sandbox.url },
			...{ rate: undefined, duration: undefined },
		});
		const { report } = ran;
		expect(report.verdict, explained(ran)).toBe('NO-GO');
		const { orders = 0, beforeSettle } = report.merchant ?? {};
		expect(beforeSettle).toEqual({ orders, read: orders, paid: orders });
		const textOf = (id: string) => report.reasons.find((reason) => reason.id === id)?.text;
		expect(textOf('order-state')).toBe(
			`${orders} orders were paid before your shop received the final state: by the return alone, or by a timer that reads settlements?`,
		);
		// The first order is on its own page.
		expect(textOf('wrong-order')).toBe(
			`${orders - 1} shoppers returned to the page of another order: it names that one, and not their own.`,
		);
		expect(report.failures).toMatchObject([{ step: 'merchant-return', outcome: 'wrong_order' }]);
		expect(report.failures[0]?.example).toMatch(/the return page of l\S+ names l\S+-0000000/);
	},
);

test.skipIf(!k6)('returns that lead to a second payment are a NO-GO', async () => {
	const sandbox = await startSandbox({ seed: 1, env: process.env, clock: 'real' });
	atEnd(() => sandbox.stop());
	const merchant = await startTestShop({ sandbox: sandbox.url, returnsTo: 'a new payment' });
	const ran = await load({
		...{ merchant, profile: 'smoke', target: sandbox.url },
		...{ rate: undefined, duration: undefined },
	});
	expect(ran.report.verdict, explained(ran)).toBe('NO-GO');
	expect(idsOf(ran.report, 'no-go')).toContain('return-to-service');
});

test.skipIf(!k6)('a cookie with the public domain of the shop is kept for its host', async () => {
	const sandbox = await startSandbox({ seed: 1, env: process.env, clock: 'real' });
	atEnd(() => sandbox.stop());
	const cookie = (reference: string) => `cart=${reference}; Path=/; Domain=shop.example`;
	const merchant = await startTestShop({ sandbox: sandbox.url, cookie });
	const ran = await load({
		...{ merchant, profile: 'smoke', target: sandbox.url },
		...{ rate: undefined, duration: undefined },
	});
	expect(ran.report.flows, explained(ran)).toMatchObject({ failed: 0 });
	expect(ran.report.flows.ok).toBeGreaterThan(0);
});

fullK6Test('a shop whose shoppers do not reach the cashier page is NO-GO', async () => {
	const sandbox = await startSandbox({ seed: 1, env: process.env, clock: 'real' });
	atEnd(() => sandbox.stop());
	const merchant = await startTestShop({ sandbox: sandbox.url, buildsAddress: true });
	const ran = await load({
		...{ merchant, profile: 'smoke', target: sandbox.url },
		...{ rate: undefined, duration: undefined },
	});
	expect(ran.report.verdict, explained(ran)).toBe('NO-GO');
	expect(ran.report.failures[0]?.example).toMatch(/an address of the service, not its cashier/);
});

fullK6Test('orders that were not read to the end are no GO', async () => {
	const merchant = fileOf('TypeScript', { sandbox: instant, verify: { share: 0.5 } });
	const few = { rate: 2, duration: '1s' };
	const { report, err } = await load({ merchant, ...few, stopAt: 'orders of the shop' });
	expect(report, err).toMatchObject({ verdict: 'INCONCLUSIVE', exitCode: 130 });
	expect(idsOf(report, 'inconclusive')).toContain('interrupted');
	expect(report.notTested).toContainEqual(expect.stringMatching(/^Orders: only 50 % of them /));
});

fullK6Test('each step of a breakpoint run has payments of its own', async () => {
	const merchant = fileOf('TypeScript', { sandbox: instant });
	const steps = { rate: 4, from: '1x', to: '2x', steps: 2, stepDuration: '2s' };
	const levels = limits({ p95Ms: 60_000 });
	const ran = await load({
		merchant,
		levels,
		profile: 'breakpoint',
		duration: undefined,
		...steps,
	});
	expect(idsOf(ran.report), explained(ran)).toEqual([]);
	const { levels: played = [], reasons } = ran.report;
	expect(played.filter(({ state }) => state === 'broken')).toEqual([]);
	// A starved generator measures no higher rate.
	if (!reasons.some(({ group }) => group === 'generator')) expect(played).toHaveLength(2);
});

fullK6Test.each(['TypeScript', 'Python'] as const)('the right shop in %s is a GO', async (shop) => {
	if (shop === 'Python' && !hasPython()) return;
	const merchant = fileOf(shop, { sandbox: instant });
	const ran = await load({ merchant, duration: '10s', levels: limits({ maxFailureRatio: 0.1 }) });
	const { merchant: counted, flows } = ran.report;
	expect(problemsOf(ran.report), explained(ran)).toEqual([]);
	expect(counted).toMatchObject({
		...{ orphans: 0, doublePaid: 0, withoutOrder: 0, secondPayments: 0, wrongState: 0 },
		...{ unknownSessions: 0, examples: [] },
	});
	expect(counted?.orders).toBeGreaterThanOrEqual(flows.ok);
	expect(counted?.verified).toBe(counted?.orders);
	// On a busy machine a shop may answer too late.
	if (flows.failed > 0) return;
	// The orders of the warm-up are compared too.
	expect(counted?.orders).toBeGreaterThan(flows.started);
	expect(counted?.confirmed).toBe(counted?.orders);
});

fullK6Test('the right shop has orphans under lost answers, and no second payment', async () => {
	const ran = await load({ merchant: fileOf('TypeScript', { sandbox: lostAnswers }) });
	expect(idsOf(ran.report), explained(ran)).toEqual([]);
	expect(ran.report.merchant).toMatchObject({ doublePaid: 0, secondPayments: 0, wrongState: 0 });
	expect(ran.report.merchant?.orphans).toBeGreaterThan(0);
});

fullK6Test('the shop in Python with the bug has second payments too', async () => {
	if (hasPython()) await findsSecondPayments('Python');
});

fullK6Test(
	'a p95 beyond its limit is a NO-GO, and the time of the sandbox is shown beside it',
	async () => {
		const latency = { default: { fixed: 60 } };
		const merchant = fileOf('TypeScript', { sandbox: { ...instant, latency } });
		const ran = await load({ merchant, rate: 5, duration: '10s', levels: limits({ p95Ms: 100 }) });
		const row = ran.report.slo.find(({ id }) => id === 'merchant-checkout.p95');
		const isStarved = idsOf(ran.report, 'inconclusive').includes('start-lag');
		expect(row?.state, explained(ran)).toBe(isStarved ? 'undecided' : 'broken');
		expect(idsOf(ran.report)).toEqual(isStarved ? [] : ['limit-broken']);
		const { injected, p50 } = ran.report.steps['merchant-checkout'] ?? {};
		expect(injected?.p50).toBeGreaterThan(119);
		expect(p50).toBeGreaterThan(injected?.p50 ?? 0);
	},
);

fullK6Test('a shop that believes the return has orders in a wrong state', async () => {
	const processing = { default: 'never' };
	const merchant = fileOf('TypeScript', {
		verify: { share: 0.5, within: '1s' },
		sandbox: { processing },
	});
	const ran = await load({ merchant, bugs: 'return-means-paid' });
	expect(idsOf(ran.report), explained(ran)).toEqual(['order-state']);
	const { verified = 0, orders = 0 } = ran.report.merchant ?? {};
	expect(verified).toBeLessThan(orders);
});

fullK6Test('it has them too when every payment is confirmed', async () => {
	const merchant = fileOf('TypeScript', { sandbox: instant });
	const ran = await load({ merchant, bugs: 'return-means-paid' });
	expect(idsOf(ran.report), explained(ran)).toEqual(['order-state']);
	expect(ran.report.notTested?.join('\n')).toMatch(/^Declined payments: none was declined/m);
});

fullK6Test('a return page with the text of the error page is a failed flow', async () => {
	const merchant = fileOf('TypeScript', { sandbox: instant });
	const given = { rate: 4, duration: '2s', bugs: 'error-page-on-return' } as const;
	const ran = await load({ merchant, ...given });
	expect(ran.report.verdict, explained(ran)).toBe('NO-GO');
	expect(ran.report.flows).toMatchObject({ ok: 0 });
	expect(ran.report.failures[0]).toMatchObject({
		...{ step: 'merchant-return', outcome: 'error_page' },
		problem: 'a page with checkout.errorText',
	});
});

fullK6Test('a shop that reuses sessions gives one session to several shoppers', async () => {
	const ran = await load({ merchant: fileOf('TypeScript', {}), bugs: 'reuses-session' });
	expect(idsOf(ran.report), explained(ran)).toContain('wrong-session');
});

fullK6Test(
	'a running shop is loaded through its sandbox, which gets its settings back',
	async () => {
		const sandbox = await startSandbox({ seed: 1, env: process.env });
		atEnd(() => sandbox.stop());
		const merchant = await startTestShop({ sandbox: sandbox.url });
		const content = JSON.parse(readFileSync(merchant, 'utf8'));
		const settings = { ...lostAnswers, latency: { default: { fixed: 5 } } };
		writeFileSync(merchant, JSON.stringify({ ...content, load: { sandbox: settings } }));
		const read = async () => (await send('GET', sandbox.url + controlPaths.settings)).body;
		const before = await read();
		const ran = await load({ merchant, target: sandbox.url, shopper: 'none', mix: 'bank=1' });
		expect(idsOf(ran.report), explained(ran)).toEqual([]);
		expect(ran.report).toMatchObject({
			plan: { shopper: 'none', steps: ['merchant-checkout'] },
			merchant: { command: null, confirmed: 0 },
		});
		expect(await read()).toEqual(before);
	},
);

const env = {
	...{ K6_BROWSER_EXECUTABLE_PATH: chromiumPath ?? '', K6_BROWSER_ARGS: 'no-sandbox' },
};
const inBrowser = { shopper: 'browser', rate: 3, duration: '8s', env };

test.skipIf(!k6 || !full || !chromiumPath).each([
	['cart', 'Path=/return'],
	['__Host-cart', 'Path=/; Secure; HttpOnly'],
])('a shopper in a browser keeps the cookie %s of the shop with %s', async (name, attributes) => {
	const sandbox = await startSandbox({ seed: 1, env: process.env, clock: 'real' });
	atEnd(() => sandbox.stop());
	const cookie = (reference: string) => `${name}=${reference}; ${attributes}`;
	const merchant = await startTestShop({ sandbox: sandbox.url, cookie });
	const ran = await load({ ...inBrowser, merchant, target: sandbox.url });
	expect(ran.report.merchant?.browser, explained(ran)).toMatchObject({ failed: 0 });
	expect(ran.report.merchant?.browser?.flows).toBeGreaterThan(0);
	expect(problemsOf(ran.report), explained(ran)).toEqual([]);
});

test('options and hosts of a shop are checked before anything starts', async () => {
	const sandbox = 'http://127.0.0.1:9';
	const merchant = await startTestShop({ sandbox });
	const content = JSON.parse(readFileSync(merchant, 'utf8'));
	const order = { ...content.order, url: 'https://shop.example/orders/{reference}' };
	writeFileSync(merchant, JSON.stringify({ ...content, order }));
	const problems = (options: Omit<Partial<LoadOptions>, 'merchant'>) =>
		load({ merchant, target: sandbox, ...options }).then(
			() => 'nothing',
			(error: Error) => error.message,
		);
	expect(await problems({})).toMatch(
		/: shop\.example is not this machine: calls go there only with its owner's permission[^\n]*\n[^\n]*: shop\.example is not among the allowed hosts/,
	);
	expect(await problems({ target: undefined, shopper: 'nobody', mix: 'card/approved=1' })).toMatch(
		/--shopper "nobody" is not known. Choose none, http, browser\.\n--mix names "card\/approved", which is no flow\. Known are card, bank\.\n[^\n]*has no "command"/,
	);
});
