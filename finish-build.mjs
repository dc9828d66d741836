/** After the compiler: what is no TypeScript goes into the package, beside the code that serves it. */
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { configSchema } from './dist/simulator/settings/config-schema.js';

const reference = 'simulator/control/reference/assets';
for (const folder of ['simulator/cashier/assets', reference]) {
	cpSync(folder, `dist/${folder}`, { recursive: true });
}
// A development dependency: as a run-time one it would bring an install script and its whole distribution.
for (const file of [
	'swagger-ui.css',
	'swagger-ui-bundle.js',
	'swagger-ui-bundle.js.LICENSE.txt',
	'LICENSE',
	'NOTICE',
]) {
	cpSync(`node_modules/swagger-ui-dist/${file}`, `dist/${reference}/${file}`);
}
writeFileSync('dist/config.schema.json', JSON.stringify(configSchema()));
chmodSync('dist/cli.js', 0o755);
