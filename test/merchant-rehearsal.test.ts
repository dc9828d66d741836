/** Rehearsals of the example merchant that end in a NO-GO, with real k6. Only with PAYIN_SANDBOX_TEST=full. */
import { expect, test } from 'vitest';
import { full } from './support/campaign.ts';
import { explained, fileOf, idsOf, k6, limits, load } from './support/merchant-load.ts';

const rehearsal = {
	...{ profile: 'rehearsal', rate: 8, duration: '20s', peak: '1.5x', peakDuration: '25s' },
	...{ recover: '5s', from: '1x', to: '1.5x', steps: 2, stepDuration: '15s' },
} as const;

const declared = (p95Ms: number) => ({
	...limits({ p95Ms }),
	...{ schemaVersion: 2, load: { average: 8, peak: 12, by: 'a test' } },
});

test.skipIf(!k6 || !full)(
	'a shop that thanks the shopper after a refusal is a NO-GO before any load',
	async () => {
		const merchant = fileOf('TypeScript', {});
		const ran = await load({
			...{ merchant, ...rehearsal, levels: declared(400), bugs: 'ignores-4xx' },
		});
		expect(ran.report, explained(ran)).toMatchObject({ verdict: 'NO-GO' });
		expect(idsOf(ran.report)).toEqual(['scenarios']);
		const [reason] = ran.report.reasons;
		expect(reason?.evidence.join('\n')).toMatch(
			/merchant\/refused-bank: .*the shopper sees 200 "Thank you/s,
		);
		expect(ran.report.members?.map(({ name, verdict }) => [name, verdict])).toEqual([
			['scenarios', 'FAILED'],
			['smoke', 'GO'],
			...['average', 'spike', 'breakpoint', 'idempotency'].map((name) => [name, 'NOT RUN']),
		]);
	},
	120_000,
);

test.skipIf(!k6 || !full)(
	'a shop whose service keeps the queue of a peak is a NO-GO at the peak, after it, and for its capacity',
	async () => {
		// The service takes 25 calls a second. Shoppers cause 20 at the average rate, and 30 at the peak.
		const capacity = { servers: 2, service: { fixed: 80 } };
		const merchant = fileOf('TypeScript', { sandbox: { capacity } });
		const ran = await load({ merchant, ...rehearsal, levels: declared(1_500) });
		expect(ran.report, explained(ran)).toMatchObject({ verdict: 'NO-GO' });
		const texts = ran.report.reasons
			.filter(({ severity }) => severity === 'no-go')
			.map(({ id, text }) => `${id}: ${text}`);
		expect(texts).toEqual(
			expect.arrayContaining([
				expect.stringMatching(
					/^limit-broken: spike: “merchant-checkout p95 ≤ 1,500 ms, at the peak”/,
				),
				expect.stringMatching(/^not-recovered: spike: /),
				expect.stringMatching(/^capacity: .*the declared peak is 12/),
			]),
		);
	},
	480_000,
);
