/** The command `load` with shoppers in a browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadReportSchema } from '../simulator/contract/run-report.ts';
import { chromiumPath } from './support/browser.ts';
import { full } from './support/campaign.ts';
import { runCommand, temporaryFolder } from './support/command.ts';
import { fileOf, instant, k6, limits, problemsOf } from './support/merchant-load.ts';

test.skipIf(!k6 || !full || !chromiumPath)(
	'shoppers in a browser pay beside the load, and the progress line shows the rate of the load',
	async () => {
		const out = temporaryFolder();
		const limitsFile = join(temporaryFolder(), 'limits.json');
		writeFileSync(limitsFile, JSON.stringify(limits()));
		const merchant = fileOf('TypeScript', { sandbox: instant });
		const { stdout, stderr } = await runCommand(
			[
				...['load', '--profile', 'average', '--rate', '3', '--duration', '8s'],
				...['--shopper', 'browser', '--merchant', merchant, '--limits', limitsFile, '--out', out],
			],
			{
				...{ K6_BIN: k6 ?? '', K6_BROWSER_EXECUTABLE_PATH: chromiumPath ?? '' },
				K6_BROWSER_ARGS: 'no-sandbox',
			},
		);
		const output = stderr + stdout;
		expect(stderr, output).toMatch(
			/^load average {2}hold {2}5\/\d+ s {2}\d+\.\d of 3 flows\/s {2}\d/m,
		);
		const report = loadReportSchema.parse(
			JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')),
		);
		expect(report.merchant?.browser, output).toMatchObject({ failed: 0 });
		expect(report.merchant?.browser?.flows).toBeGreaterThan(0);
		expect(problemsOf(report), output).toEqual([]);
		expect(report.merchant?.confirmed).toBe(report.merchant?.orders);
	},
);
