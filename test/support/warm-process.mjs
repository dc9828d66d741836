/** Runs the built command again and again in one process, which loads the modules once. See warm-command.ts. */
import { pathToFileURL } from 'node:url';

const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr']) {
	process[name].write = (text, onWritten) => {
		written[name] += text;
		onWritten?.();
		return true;
	};
}
// The process goes on after a run that ends it.
const exit = process.exit.bind(process);
process.exit = () => {};
// Each run adds its listeners for signals and closed outputs.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
const folder = process.cwd();
let runs = 0;

function setEnv(env) {
	for (const name of Object.keys(process.env)) delete process.env[name];
	Object.assign(process.env, env);
}

process.on('message', async ({ command, args, env, cwd }) => {
	Object.assign(written, { stdout: '', stderr: '' });
	process.chdir(cwd);
	process.argv = [process.execPath, command, ...args];
	setEnv(env);
	process.exitCode = 0;
	runs += 1;
	try {
		// A new query evaluates the file again. The modules that it imports stay loaded.
		await import(`${pathToFileURL(command)}?run=${runs}`);
	} catch (error) {
		written.stderr += error.stack;
		process.exitCode = 1;
	}
	const code = process.exitCode;
	process.exitCode = 0;
	process.chdir(folder);
	process.send({ code, ...written });
});

process.on('disconnect', () => exit());
