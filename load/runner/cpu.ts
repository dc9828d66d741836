/** The CPU time of a process, from `/proc`: Linux only. */
import { readFileSync } from 'node:fs';

/** USER_HZ is 100 on every platform that Node supports. */
const ticksPerSecond = 100;

export interface CpuMeter {
	/** Reads the CPU time; the first call starts the measurement. */
	sample(): void;
	/** Share of one core between the first and the last sample; null when unknown. */
	share(): number | null;
}

export function createCpuMeter(pid: number): CpuMeter {
	let first: { atMs: number; seconds: number } | undefined;
	let last = first;
	return {
		sample() {
			const seconds = cpuSecondsOf(pid);
			if (seconds === null) return;
			last = { atMs: performance.now(), seconds };
			first ??= last;
		},
		share() {
			if (!first || !last || last.atMs - first.atMs < 1000) return null;
			const share = ((last.seconds - first.seconds) * 1000) / (last.atMs - first.atMs);
			return Math.max(0, Math.round(share * 1000) / 1000);
		},
	};
}

/** CPU time of a process and its threads so far; null when unknown. */
export function cpuSecondsOf(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The program name is in parentheses and may contain anything: count fields after it.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
	} catch {
		// No /proc, or the process has just ended.
		return null;
	}
}
