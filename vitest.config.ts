import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Short files that run for many seconds. */
const slow =
	/\/(fuzz|package|runs|scenario-pack|measured-k6|real-\w+|merchant-(load|shops)|cut-off|kept-data|full-disk|reference-page|merchants\/\w+)\.test\.ts$/;

/** Vitest begins with the largest files. A short file that runs long would be the last, beside an idle worker. */
class SlowFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
		return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
	}
}

export default defineConfig({
	test: {
		include: ['{simulator,scenarios,load,reports,test}/**/*.test.ts'],
		globalSetup: 'test/support/build.ts',
		alias: [
			{
				// From the build, they start the sandbox in a third of the time. From the sources they use tsx.
				find: /^\.\.?\/.*\b(harness\/sandbox-process|recording\/record-command)\.ts$/,
				replacement: `${import.meta.dirname}/dist/scenarios/$1.js`,
			},
		],
		// Modules keep no state of their own, so that two sandboxes in one process share nothing: nor do two tests.
		isolate: false,
		// Generous, for machines that are busy: nothing here is about time.
		testTimeout: 90_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 30_000 } },
		// Two cores: more workers would only make browser, k6 and server starve each other.
		maxWorkers: 2,
		sequence: { sequencer: SlowFirst },
	},
});
