import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that are short but run for many seconds. */
const slow =
	/\/(fuzz|package|runs|scenario-pack|measured-k6|real-\w+|merchant-(load|shops)|cut-off|kept-data|full-disk|reference-page|merchants\/\w+)\.test\.ts$/;

/**
 * Starts the slow files first. Vitest begins with the largest files, so a short file that runs long would otherwise be
 * last, while the other worker is idle.
 */
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
				// Use the built command, which starts the sandbox in a third of the time. From the sources it uses tsx.
				find: /^\.\.?\/.*\b(harness\/sandbox-process|recording\/record-command)\.ts$/,
				replacement: `${import.meta.dirname}/dist/scenarios/$1.js`,
			},
		],
		// Tests can share modules: these keep no state that a result depends on, so two sandboxes in one process share nothing.
		isolate: false,
		// The workers share modules and so have large heaps. A larger young generation saves 5 % of the processor time.
		execArgv: ['--max-semi-space-size=64'],
		// The timeout is generous for busy machines: no test here is about time.
		testTimeout: 90_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 30_000 } },
		// More workers than the usual two cores: many tests wait, for a k6, a shop or a clock of their own.
		maxWorkers: 4,
		sequence: { sequencer: SlowFirst },
	},
});
