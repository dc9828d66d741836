/**
 * Ends this process when the process that started it ends, SIGKILL included. Load it with `--import`, before the command.
 *
 * - Without a query: standard input is a pipe from the parent. The system closes it when the parent ends.
 * - `?npm=$PPID` in a script of package.json: npm's children inherit npm's own standard input, so poll npm instead.
 *   A POSIX shell replaces `$PPID` by the process id of npm. cmd.exe does not: Windows looks it up.
 */
import { execFile } from 'node:child_process';
import { endWithProcess } from './end-with-process.ts';

const { stdin, platform } = process;
const npm = new URL(import.meta.url).searchParams.get('npm');

if (npm === null) endWithStdin();
else if (/^\d+$/.test(npm)) endWithProcess(Number(npm));
else if (platform === 'win32') parentOf(process.ppid, endWithProcess);

function endWithStdin(): void {
	stdin.on('end', () => process.exit());
	stdin.on('error', () => process.exit());
	stdin.resume();
	// Do not keep the process alive: a command that ends by itself, such as one with a wrong flag, does not wait for its
	// parent.
	stdin.unref();
}

function parentOf(pid: number, use: (parent: number) => void): void {
	const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').ParentProcessId`;
	const child = execFile('powershell', ['-NoProfile', '-Command', query], (error, stdout) => {
		if (!error && Number(stdout) > 0) use(Number(stdout));
	});
	child.unref();
}
