/** Before any test: builds the package, whose command the tests start. Compiling once costs less than each time. */
import type { TestProject } from 'vitest/node';
import { buildPackage } from './package.ts';

export async function setup(project: TestProject): Promise<void> {
	await buildPackage();
	project.onTestsRerun(buildPackage);
}
