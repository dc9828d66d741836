/** Runs the project's lint over planted files, in a temporary folder with a copy of its configuration. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Finding {
	path: string;
	severity: string;
	/** Biome's name of the rule, for example `lint/style/noEnum`; `plugin` for no-ambient.grit. */
	rule: string;
	message: string;
}

interface Diagnostic {
	category: string;
	severity: string;
	message: string;
	location: { path: string };
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** Lints all files in one run: the start of the linter takes longer than the linting. */
export function lint(files: Readonly<Record<string, string>>): Finding[] {
	const folder = mkdtempSync(join(tmpdir(), 'payin-sandbox-lint-'));
	try {
		for (const name of ['biome.json', 'no-ambient.grit', '.gitignore']) {
			cpSync(join(root, name), join(folder, name));
		}
		for (const [path, code] of Object.entries(files)) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), code);
		}
		const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
		const { stdout, stderr } = spawnSync(process.execPath, args, {
			cwd: folder,
			encoding: 'utf8',
			timeout: 20_000,
		});
		if (!stdout.startsWith('{')) throw new Error(`Biome did not run: ${stderr}`);
		const { summary, diagnostics } = JSON.parse(stdout) as {
			summary: { changed: number; unchanged: number };
			diagnostics: Diagnostic[];
		};
		const checked = summary.changed + summary.unchanged;
		if (checked < Object.keys(files).length)
			throw new Error(`Biome checked only ${checked} files.`);
		return diagnostics.map(({ category, severity, message, location }) => ({
			path: location.path.replaceAll('\\', '/'),
			severity,
			rule: category,
			message,
		}));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
