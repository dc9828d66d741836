/** The times of a load on a shop, with real k6. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startSandbox } from '../scenarios/harness/sandbox-process.ts';
import { startTestShop } from './merchants/test-shop.ts';
import { explained, k6, load } from './support/merchant-load.ts';
import { atEnd } from './support/shared.ts';

test.skipIf(!k6)('with "untimed": [], the time of prepare counts in the flow too', async () => {
	const sandbox = await startSandbox({ seed: 1, env: process.env, clock: 'real' });
	atEnd(() => sandbox.stop());
	const merchant = await startTestShop({ sandbox: sandbox.url });
	const { prepare, ...content } = JSON.parse(readFileSync(merchant, 'utf8'));
	// With so many requests, most of the time of a checkout is that of `prepare`.
	const repeated = Array.from({ length: 20 }, () => prepare).flat();
	const timed = { ...content, prepare: repeated, load: { untimed: [] } };
	writeFileSync(merchant, JSON.stringify(timed));
	const ran = await load({
		...{ merchant, profile: 'smoke', target: sandbox.url, shopper: 'none' },
		...{ rate: undefined, duration: undefined },
	});
	const { flowTimes, steps, plan } = ran.report;
	expect(plan.shop?.untimed).toEqual([]);
	expect(plan.shop?.prepare).toHaveLength(repeated.length);
	const { p50, fromIntendedStart } = steps['merchant-checkout'] ?? {};
	expect(p50, explained(ran)).toBeGreaterThan(0);
	// A flow without a shopper is the checkout alone.
	expect(flowTimes?.p50).toBeGreaterThanOrEqual(p50 ?? 0);
	expect(fromIntendedStart?.p50).toBeGreaterThanOrEqual(p50 ?? 0);
});
