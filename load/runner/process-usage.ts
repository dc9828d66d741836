/** Measures the CPU time, memory and connections of a process. Reads `/proc`, so it works on Linux only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** CPU clock ticks per second (USER_HZ): 100 on every platform that Node supports. */
const ticksPerSecond = 100;

export interface PeakUsage {
	/** The CPU use between the first and the last sample, as a share of one core; null if unknown. */
	cpu: number | null;
	/** The highest memory use in MiB and the highest number of connections; null if unknown. */
	memoryMb: number | null;
	connections: number | null;
}

export interface UsageMeter {
	/** Takes a sample. The first call starts the measurement. */
	sample(): void;
	usage(): PeakUsage;
}

export function createUsageMeter(pid: number): UsageMeter {
	let first: { atMs: number; seconds: number } | undefined;
	let last = first;
	let memoryMb: number | null = null;
	let connections: number | null = null;
	return {
		sample() {
			const seconds = cpuSecondsOf(pid);
			if (seconds === null) return;
			last = { atMs: performance.now(), seconds };
			first ??= last;
			memoryMb = peakMemoryOf(pid) ?? memoryMb;
			const open = socketsOf(pid);
			if (open !== null) connections = Math.max(connections ?? 0, open);
		},
		usage() {
			return { cpu: cpuShare(), memoryMb, connections };
		},
	};

	function cpuShare(): number | null {
		if (!first || !last || last.atMs - first.atMs < 1000) return null;
		const share = ((last.seconds - first.seconds) * 1000) / (last.atMs - first.atMs);
		return Math.max(0, Math.round(share * 1000) / 1000);
	}
}

/** The CPU time that a process and its threads have used so far, in seconds; null if unknown. */
export function cpuSecondsOf(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field is the program name in parentheses, which may contain anything. Split only the text after it.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
	} catch {
		// There is no `/proc`, or the process has just ended.
		return null;
	}
}

/** The peak memory of a process, in MiB. */
function peakMemoryOf(pid: number): number | null {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		const kilobytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]);
		return kilobytes > 0 ? Math.round(kilobytes / 1024) : null;
	} catch {
		return null;
	}
}

function socketsOf(pid: number): number | null {
	const folder = `/proc/${pid}/fd`;
	try {
		return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length;
	} catch {
		return null;
	}
}

function isSocket(path: string): boolean {
	try {
		return readlinkSync(path).startsWith('socket:');
	} catch {
		// The file descriptor was closed a moment ago.
		return false;
	}
}
