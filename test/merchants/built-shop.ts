/** The example merchant in TypeScript as one JavaScript file: it starts in a fraction of the time that tsx needs. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../simulator/runtime/package.ts';

/** Below the project, where Node finds its packages. */
const builtShop = join(packageRoot, '.cache', 'example-shop.cjs');

/** Instead of the command of its merchant file. */
export const builtShopCommand: readonly [string, ...string[]] = [process.execPath, builtShop];

export async function buildShop(): Promise<void> {
	await build({
		entryPoints: [join(packageRoot, 'scenarios/example-merchant/shop.ts')],
		outfile: builtShop,
		bundle: true,
		platform: 'node',
		target: 'node20',
		// It reads a file beside it.
		external: ['node-sqlite3-wasm'],
		logLevel: 'warning',
	});
}
