/** Whether a path is a mount point, as each file is that a container mounts on its own. */
import { readFileSync } from 'node:fs';

/** Takes a path without links. Returns false where the system does not list its mounts (Linux does). */
export function isMountPoint(path: string): boolean {
	// The fifth field of each line: see proc_pid_mountinfo(5).
	return readMounts()
		.split('\n')
		.some((line) => unescapePath(line.split(' ')[4] ?? '') === path);
}

function readMounts(): string {
	try {
		return readFileSync('/proc/self/mountinfo', 'utf8');
	} catch {
		return '';
	}
}

/** Linux lists spaces, line breaks and backslashes in a path as octal numbers, such as `\040`. */
function unescapePath(text: string): string {
	return text.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)));
}
