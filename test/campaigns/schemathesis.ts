/** One run of the schema fuzzer against a sandbox. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../support/package.ts';

export interface FuzzWanted {
	program: string;
	/** Address of the document. */
	document: string;
	/** Where it may leave its notes. */
	folder: string;
	seed: number;
	/** Of each operation. */
	examples: number;
	phases: readonly string[];
}

export interface Fuzzed {
	code: number | null;
	cases: number;
	/** What it printed. */
	words: string;
}

const files = ['schemathesis.toml', 'schemathesis_hooks.py'];

export async function fuzz(wanted: FuzzWanted): Promise<Fuzzed> {
	const { program, document, folder, seed, examples, phases } = wanted;
	// The fuzzer looks for its hooks where it runs.
	for (const name of files) copyFileSync(new URL(name, import.meta.url), join(folder, name));
	const args = [
		...['run', document, '--no-color', '--continue-on-failure'],
		...['--phases', phases.join(','), '--max-examples', String(examples)],
		// An event stream does not end.
		...['--exclude-operation-id', 'streamEvents'],
		...['--seed', String(seed), '--generation-database', 'none', '--request-timeout', '20'],
	];
	const { code, stdout, stderr } = await run(program, args, folder, 1_200_000);
	const cases = Number(/^ *(\d+) generated/m.exec(stdout)?.[1] ?? 0);
	return { code, cases, words: stdout + stderr };
}
