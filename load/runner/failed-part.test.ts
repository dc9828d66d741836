import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeCommand } from '../../reports/merge-command.ts';
import type { Slo } from '../../reports/slo.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { sampleLoad } from '../../test/support/reports.ts';
import { runLoad } from '../run.ts';
import { checkOptions, planFor } from './options.ts';
import { declaredPlan } from './report.ts';

const limits: Slo = {
	schemaVersion: 2,
	steps: { 'payment-options': { p95Ms: 500, maxFailureRatio: 0.01 } },
	flow: { maxFailureRatio: 0.025, minAchievedRatio: 0.95 },
};
const target = 'http://127.0.0.1:1';

test.each([{}, { load: { average: 8, peak: 20 } }])(
	'a part that measured nothing is a missing part, with %j in the limits file',
	async (declared) => {
		const slo = { ...limits, ...declared };
		const cwd = temporaryFolder();
		writeFileSync(join(cwd, 'limits.json'), JSON.stringify(slo));
		const { signal } = new AbortController();
		const io = { out: () => {}, err: () => {}, isTerminal: false, env: {}, cwd, signal };
		const options = {
			...{ profile: 'average', seed: 42, permission: false, allowHosts: [], command: 'load' },
			...{ rate: 8, duration: '6s', target, limits: 'limits.json', out: 'part-2', part: '2/2' },
		};
		expect(await runLoad(options, io)).toMatchObject({ verdict: 'ERROR' });
		// The other part, which reached the target.
		const first = await runLoad({ ...options, out: 'part-1', part: '1/2' }, io);
		const checked = checkOptions(options, slo.load);
		if ('problems' in checked) throw new Error(checked.problems.join('\n'));
		const context = { options, settings: checked.settings, slo, startedAt: new Date() };
		const plan = declaredPlan(context, planFor(checked.settings, true));
		const measured = { ...sampleLoad(), plan, target, limits: slo, parts: first.parts };
		writeFileSync(join(cwd, 'part-1/report.json'), JSON.stringify(measured));
		const folders = ['part-1', 'part-2'].map((name) => join(cwd, name));
		const merged = await mergeCommand(folders, { out: join(cwd, 'merged') });
		expect(merged).toMatchObject({
			report: {
				...{ verdict: 'INCONCLUSIVE', exitCode: 4 },
				reasons: expect.arrayContaining([expect.objectContaining({ id: 'missing-part' })]),
			},
		});
	},
);
