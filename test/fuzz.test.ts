import { expect, test } from 'vitest';
import { fuzz } from './campaigns/schemathesis.ts';
import { schemathesis } from './parts/python-tool.ts';
import { campaign, full, noteFigure } from './support/campaign.ts';
import { temporaryFolder } from './support/command.ts';
import { startSandbox } from './support/sandbox.ts';

const program = schemathesis.find({ env: process.env });

test.skipIf(program === null)(
	'whatever a fuzzer makes of the document, the answers are as it declares them',
	{ timeout: campaign({ sample: 120_000, full: 1_200_000 }) },
	async () => {
		const { url } = await startSandbox({ clock: 'real', profile: 'instant' });
		const { code, cases, words } = await fuzz({
			program: program ?? '',
			document: `${url}/_sandbox/openapi.json`,
			folder: temporaryFolder(),
			seed: 1,
			examples: campaign({ sample: 2, full: 500 }),
			// The other phases take ten times as long for each operation.
			phases: full ? ['examples', 'coverage', 'fuzzing', 'stateful'] : ['examples', 'fuzzing'],
		});
		expect(code, words).toBe(0);
		noteFigure(`${cases} calls, no 5xx and no undocumented response`);
		expect(cases).toBeGreaterThanOrEqual(campaign({ sample: 80, full: 10_000 }));
	},
);
