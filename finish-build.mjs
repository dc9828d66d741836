/** The last step of the build: copies the assets into `dist/`, and bundles the server so that it starts fast. */
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { build } from 'esbuild';
import { limitsJsonSchema } from './dist/reports/limits-file.js';
import { compareJsonSchema } from './dist/simulator/contract/compare-report.js';
import { merchantFileJsonSchema } from './dist/simulator/contract/merchant-file.js';
import { reportJsonSchema } from './dist/simulator/contract/run-report.js';
import { configSchema } from './dist/simulator/settings/config-schema.js';

const reference = 'simulator/control/reference/assets';
for (const folder of ['simulator/cashier/assets', reference]) {
	cpSync(folder, `dist/${folder}`, { recursive: true });
}
// Copied from a development dependency: as a run-time dependency it would add an install script and 12 MB.
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
writeFileSync('dist/merchant-file.schema.json', JSON.stringify(merchantFileJsonSchema()));
writeFileSync('dist/compare.schema.json', JSON.stringify(compareJsonSchema()));
writeFileSync('dist/report.schema.json', JSON.stringify(reportJsonSchema()));
writeFileSync('dist/limits.schema.json', JSON.stringify(limitsJsonSchema()));
await bundleServer();
chmodSync('dist/cli.js', 0o755);

/**
 * Bundles the server with zod and the QR code module. Node takes longer to find four hundred modules than to run them: the
 * bundled command starts in two thirds of the time. All other packages, and the code of scenarios and load, stay outside.
 */
async function bundleServer() {
	const settings = { bundle: true, format: 'esm', platform: 'node', target: 'node20' };
	const installed = /^[^.].*/;
	const bundled = new Set(['zod', 'uqr']);
	const elsewhere = /^\.\/(scenarios|load|reports)\//;
	const left = await build({
		...settings,
		entryPoints: modulesIn('dist/scenarios', 'dist/load', 'dist/reports'),
		packages: 'external',
		outdir: 'unused',
		write: false,
		metafile: true,
	});
	const { metafile } = await build({
		...settings,
		entryPoints: [
			'dist/cli.js',
			'dist/simulator/sandbox.js',
			'dist/simulator/runtime/end-with-parent.js',
		],
		outdir: 'dist',
		chunkNames: 'simulator/chunks/[name]-[hash]',
		splitting: true,
		allowOverwrite: true,
		metafile: true,
		plugins: [
			{
				name: 'outside',
				setup({ onResolve }) {
					onResolve({ filter: installed }, ({ path, kind }) =>
						bundled.has(path) || kind === 'entry-point' ? undefined : { path, external: true },
					);
					onResolve({ filter: elsewhere }, ({ path }) => ({ path, external: true }));
					// zod has messages in fifty languages; we use English only.
					onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, resolveDir }) => {
						return { path: join(resolveDir, dirname(path), 'en.js') };
					});
				},
			},
		],
	});
	const kept = new Set([...Object.keys(left.metafile.inputs), ...Object.keys(metafile.outputs)]);
	for (const file of modulesIn('dist/simulator')) if (!kept.has(file)) rmSync(file);
	const types = typesFrom('dist/simulator/sandbox.d.ts');
	typesFrom('dist/scenarios/scenario.d.ts', types);
	for (const file of filesIn('dist', '.d.ts')) if (!types.has(file)) rmSync(file);
	for (const name of bundled) {
		cpSync(`node_modules/${name}/LICENSE`, `dist/simulator/chunks/${name}.LICENSE`);
	}
}

function modulesIn(...folders) {
	return folders.flatMap((folder) =>
		filesIn(folder, '.js').filter((path) => !/\/assets\//.test(path)),
	);
}

function filesIn(folder, ending) {
	return readdirSync(folder, { recursive: true })
		.map((name) => posix.join(folder, name.replaceAll('\\', '/')))
		.filter((path) => path.endsWith(ending));
}

/** This declaration file, and all that it imports. */
function typesFrom(file, known = new Set()) {
	if (known.has(file)) return known;
	known.add(file);
	for (const [, path] of readFileSync(file, 'utf8').matchAll(/["'](\.{1,2}\/[^"']+)\.[jt]s["']/g)) {
		typesFrom(posix.join(posix.dirname(file), `${path}.d.ts`), known);
	}
	return known;
}
