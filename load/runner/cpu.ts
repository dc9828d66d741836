/** How busy a process keeps the machine, where the system tells: Linux. */
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second on every platform Node runs on. */
const ticksPerSecond = 100;

export interface CpuMeter {
	/** Looks; the first time begins the measurement. */
	look(): void;
	/** Share of one core between the first look and the last; null when that cannot be told. */
	share(): number | null;
}

export function createCpuMeter(pid: number): CpuMeter {
	let first: Look | undefined;
	let last: Look | undefined;
	return {
		look() {
			const seen = lookAt(pid);
			first ??= seen;
			last = seen ?? last;
		},
		share() {
			if (!first || !last || last.atMs - first.atMs < 1000) return null;
			const share = ((last.seconds - first.seconds) * 1000) / (last.atMs - first.atMs);
			return Math.max(0, Math.round(share * 1000) / 1000);
		},
	};
}

interface Look {
	atMs: number;
	seconds: number;
}

function lookAt(pid: number): Look | undefined {
	const seconds = cpuSecondsOf(pid);
	return seconds === null ? undefined : { atMs: performance.now(), seconds };
}

/** Processor time of a process and its threads so far; null where that cannot be told. */
export function cpuSecondsOf(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The program's name stands in parentheses and may contain anything: count from behind it.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const ticks = Number(fields[11]) + Number(fields[12]);
		return ticks / ticksPerSecond;
	} catch {
		// No /proc, or the process has just ended: the looks before this one stand.
		return null;
	}
}
