/** `npm run promises`: runs the campaigns that `docs/promises.md` names in full, and writes their figures into the page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonTestResults } from 'vitest/reporters';
import { replacePart } from '../docs/parts.ts';
import { packageRoot, packageVersion } from '../simulator/runtime/package.ts';

const file = 'docs/promises.md';
const path = join(packageRoot, file);
const page = readFileSync(path, 'utf8');
const named = [...page.matchAll(/`((?:test|simulator)\/[\w./-]+\.test\.ts)`/g)].map(
	([, name = '']) => name,
);
const campaigns = [...new Set(named)].filter((name) => {
	return /support\/(campaign|sample)\.ts/.test(readFileSync(join(packageRoot, name), 'utf8'));
});

async function play(): Promise<JsonTestResults> {
	const folder = mkdtempSync(join(tmpdir(), 'payin-promises-'));
	const outputFile = join(folder, 'results.json');
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${outputFile}`];
	const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs');
	const child = spawn(process.execPath, [vitest, 'run', ...campaigns, ...reporters], {
		cwd: packageRoot,
		env: { ...process.env, PAYIN_SANDBOX_TEST: 'full' },
		stdio: 'inherit',
	});
	await once(child, 'close');
	try {
		return JSON.parse(readFileSync(outputFile, 'utf8'));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function rowOf({
	name,
	status,
	startTime,
	endTime,
	assertionResults,
}: JsonTestResults['testResults'][number]) {
	const figures = assertionResults.flatMap(({ meta }) => meta?.figure ?? []);
	const test = name.slice(packageRoot.length).replaceAll('\\', '/').replace(/^\//, '');
	const result = status === 'passed' ? 'kept' : '**not kept**';
	return `| \`${test}\` | ${result} | ${figures.join('; ')} | ${Math.round((endTime - startTime) / 1_000)} s |`;
}

const { testResults, success } = await play();
const rows = testResults.map(rowOf).sort();
const day = new Date().toISOString().slice(0, 10);
const lines = [
	`The last full run: version ${packageVersion()}, Node ${process.versions.node}, ${process.platform}, ${day}.`,
	'',
	'| Campaign | Result | Figures | Time |',
	'|---|---|---|---|',
	...rows,
];
writeFileSync(path, replacePart({ file, mark: 'played', text: () => lines.join('\n') }, page));
process.stdout.write(`${file} has the figures.\n`);
process.exitCode = success ? 0 : 1;
