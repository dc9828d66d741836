/**
 * The most connections that a server accepts. On systems other than Linux, and with several servers in one process, they
 * may use up all descriptors.
 */
import { readFileSync } from 'node:fs';

const most = 20_000;

/**
 * File descriptors for everything but connections: stores, pipes, and modules that are loaded at their first use. Node
 * remembers a failed import until the process ends, so a module that met the limit would answer 500 until a restart.
 */
const reserved = 128;

export function maxConnections(): number {
	return Math.min(most, Math.max(8, descriptorLimit() - reserved));
}

/** The most file descriptors of this process; infinity if the system does not list its limits (Linux does). */
function descriptorLimit(): number {
	try {
		const limits = readFileSync('/proc/self/limits', 'utf8');
		return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}
