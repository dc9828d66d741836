/** The resources that this process uses, read from Node at each call. */
import { readdirSync } from 'node:fs';

export interface ProcessUsage {
	/** When the process started, in seconds since the epoch. */
	startedS: number;
	cpuUserS: number;
	cpuSystemS: number;
	residentBytes: number;
	heapUsedBytes: number;
	heapTotalBytes: number;
	externalBytes: number;
	/** The number of open file descriptors; null if the system does not list them (Linux does). */
	openDescriptors: number | null;
	/** The seconds in which the event loop ran code, and in which it was idle. */
	eventLoopActiveS: number;
	eventLoopIdleS: number;
	nodeVersion: string;
}

export function processUsage(): ProcessUsage {
	const { user, system } = process.cpuUsage();
	const memory = process.memoryUsage();
	const { active, idle } = performance.eventLoopUtilization();
	return {
		startedS: performance.timeOrigin / 1e3,
		cpuUserS: user / 1e6,
		cpuSystemS: system / 1e6,
		residentBytes: memory.rss,
		heapUsedBytes: memory.heapUsed,
		heapTotalBytes: memory.heapTotal,
		externalBytes: memory.external,
		openDescriptors: countDescriptors(),
		eventLoopActiveS: active / 1e3,
		eventLoopIdleS: idle / 1e3,
		nodeVersion: process.version,
	};
}

function countDescriptors(): number | null {
	try {
		return readdirSync('/proc/self/fd').length;
	} catch {
		return null;
	}
}
