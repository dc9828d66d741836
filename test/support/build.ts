/** Before any test: builds the package and the example shop, which the tests start. Compiling once costs less than each time. */
import type { TestProject } from 'vitest/node';
import { buildShop } from '../merchants/built-shop.ts';
import { buildPackage } from './package.ts';

const build = async () => void (await Promise.all([buildPackage(), buildShop()]));

export async function setup(project: TestProject): Promise<void> {
	await build();
	project.onTestsRerun(build);
}
