/** What a run takes of this machine, and whether it has that. */
import { readFileSync } from 'node:fs';
import { formatCount, plural } from '../../reports/figures.ts';
import { allVUs } from '../canary.ts';
import type { Plan } from '../plan.ts';

export interface Needs {
	virtualUsers: number;
	/** At most: each virtual user keeps one. */
	connections: number;
	memoryMb: number;
}

export interface Machine {
	availableMb: number;
	/** The most files that a process may open; null when unknown. A connection is a file. */
	openFiles: number | null;
}

/** k6 2.2 with these scripts, measured on Linux: 552 MB with 306 virtual users, 2,165 MB with 1,280. */
const baseMb = 60;
const virtualUserMb = 1.65;
/** k6 keeps every value of its metrics for the summary. */
const flowMb = 0.001;
/** Besides connections. */
const otherFiles = 100;
/** The target may run on this machine too. */
const usableShare = 0.9;

export function needsOf(plan: Plan): Needs {
	const { ratePerSecond, warmUpMs, holdMs } = plan;
	const virtualUsers = allVUs(plan);
	const flows = plan.iterations ?? ((ratePerSecond ?? 0) * (warmUpMs + holdMs)) / 1000;
	const memoryMb = Math.ceil(baseMb + virtualUsers * virtualUserMb + flows * flowMb);
	return { virtualUsers, connections: virtualUsers, memoryMb };
}

const megabytes = (value: number) => `${formatCount(value)} MB`;

export function describeNeeds(needs: Needs, { availableMb }: Machine): string {
	const users = plural(needs.virtualUsers, 'virtual user');
	const connections = plural(needs.connections, 'connection');
	return `It takes up to ${users}, ${connections} and about ${megabytes(needs.memoryMb)} of memory; ${megabytes(availableMb)} are available.`;
}

/** A sentence for each resource that the machine lacks. */
export function missingResources(needs: Needs, machine: Machine): string[] {
	const missing: string[] = [];
	const usableMb = Math.floor(machine.availableMb * usableShare);
	if (needs.memoryMb > usableMb) {
		missing.push(
			`The run takes about ${megabytes(needs.memoryMb)} of memory for ${plural(needs.virtualUsers, 'virtual user')}, and ${megabytes(usableMb)} may be used here. Lower --rate or --duration, or use a larger machine.`,
		);
	}
	const files = needs.connections + otherFiles;
	if (machine.openFiles !== null && files > machine.openFiles) {
		missing.push(
			`The run takes up to ${plural(needs.connections, 'connection')}, and a process may open ${formatCount(machine.openFiles)} files here. Raise the limit to ${formatCount(files)} (ulimit -n), or lower --rate.`,
		);
	}
	return missing;
}

export const thisMachine = (): Machine => ({
	availableMb: Math.floor(process.availableMemory() / 2 ** 20),
	openFiles: openFilesLimit(),
});

/** The hard limit: Node and k6 raise their own to it. */
function openFilesLimit(): number | null {
	try {
		const limits = readFileSync('/proc/self/limits', 'utf8');
		const hard = Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1]);
		return Number.isNaN(hard) ? null : hard;
	} catch {
		// No /proc.
		return null;
	}
}
