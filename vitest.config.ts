import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['{simulator,scenarios,load,reports,test}/**/*.test.ts'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// Two cores: more workers would only make browser, k6 and server starve each other.
		maxWorkers: 2,
	},
});
