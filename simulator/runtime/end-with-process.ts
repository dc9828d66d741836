/** Stops this process when another one ends, even by SIGKILL. */

const pollMs = 1_000;

/**
 * Ends this process with the npx that started it: when npx is stopped, only the shell between them gets the signal. A
 * script of `npm run` may start a server that goes on after its shell.
 */
export function endWithNpx(env: Readonly<Record<string, string | undefined>>): void {
	const isOwn = env.npm_lifecycle_script?.includes('payin-sandbox');
	if (env.npm_lifecycle_event === 'npx' && isOwn) endWithProcess(process.ppid);
}

/** Stops this process as SIGTERM does, when the process with this id ends. */
export function endWithProcess(pid: number): void {
	const timer = setInterval(() => {
		if (!isRunning(pid) && process.emit('SIGTERM', 'SIGTERM')) clearInterval(timer);
	}, pollMs);
	timer.unref();
}

function isRunning(pid: number): boolean {
	try {
		// Signal 0 only checks that the process exists.
		return process.kill(pid, 0);
	} catch (error) {
		// EPERM: the process belongs to another user, as with `sudo npm start`, but it runs.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
