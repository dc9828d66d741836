/** A program from the Python package index, in an environment of its own in the project's cache. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../simulator/runtime/package.ts';
import type { Env } from './programs.ts';
import { run } from './programs.ts';

const isWindows = process.platform === 'win32';

/** Package and program have the same name. The variable names a program to use instead. */
function pythonTool(name: string, version: string, variable: string) {
	const folder = join(packageRoot, '.cache', `${name}-${version}`);
	const programIn = (program: string) =>
		isWindows ? join(folder, 'Scripts', `${program}.exe`) : join(folder, 'bin', program);
	return {
		/** The variable, then the project's cache; null when it is in neither. */
		find({ env }: { env: Env }): string | null {
			const path = env[variable] || programIn(name);
			return existsSync(path) ? path : null;
		},
		/** Shows its progress. Needs a Python 3.10 or newer with its venv module. */
		async install({ env }: { env: Env }): Promise<void> {
			const python = isWindows ? 'python' : 'python3';
			const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--progress-bar', 'off'];
			const done =
				(await run(python, ['-m', 'venv', folder], env)) &&
				(await run(programIn('python'), [...pip, '--quiet', `${name}==${version}`], env));
			if (done) return;
			// Half an environment would be found the next time.
			rmSync(folder, { recursive: true, force: true });
			throw new Error(
				`It could not be installed: ${python} with venv and pip is needed (on Debian: python3-venv), or set ${variable}.`,
			);
		},
	};
}

/** The fuzzer of the API. */
export const schemathesis = pythonTool('schemathesis', '4.32.5', 'SCHEMATHESIS_BIN');

/** The linter of Kubernetes manifests, with the schemas of Kubernetes. */
export const kubernetesValidate = pythonTool(
	'kubernetes-validate',
	'1.37.0',
	'KUBERNETES_VALIDATE_BIN',
);
