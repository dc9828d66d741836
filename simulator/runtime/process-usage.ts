/** What this process uses, read from Node when it is asked. */

export interface ProcessUsage {
	/** Since the epoch. */
	startedS: number;
	cpuUserS: number;
	cpuSystemS: number;
	residentBytes: number;
	heapUsedBytes: number;
	heapTotalBytes: number;
	externalBytes: number;
	/** Time in which the event loop ran code, and in which it waited. */
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
		eventLoopActiveS: active / 1e3,
		eventLoopIdleS: idle / 1e3,
		nodeVersion: process.version,
	};
}
