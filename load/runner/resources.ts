/** Compares the virtual users, connections and memory that a plan needs with those of this machine. */
import { readFileSync } from 'node:fs';
import { formatCount, pluralize } from '../../reports/figures.ts';
import { totalVUs } from '../canary.ts';
import type { Plan } from '../plan.ts';

export interface ResourceNeeds {
	virtualUsers: number;
	/** The most connections that can be open: each virtual user keeps one to each host that it calls. */
	connections: number;
	memoryMb: number;
}

export interface MachineResources {
	availableMb: number;
	/** The number of files that a process may open; null if unknown. Each connection counts as a file. */
	openFiles: number | null;
}

/** The memory of k6 2.2 with these scripts at the start of a run, measured on Linux: 330 MB with 306 virtual users, 1,250 MB with 1,150. */
const baseMb = 60;
const virtualUserMb = 1.2;
/**
 * What a virtual user takes more after many flows, and after how many it takes half of that: 306 of them took 559 MB after
 * 4 flows each, 300 took 736 MB after 20, and 889 MB after 80.
 */
const usedVirtualUserMb = 1.7;
const halfUsedFlows = 9;
/** The memory of each flow: k6 keeps every value of its metrics for the summary. */
const flowMb = 0.001;
/**
 * The memory of each order of a shop, which Node keeps with its payment until they are compared: about 1,300 bytes.
 */
const orderMb = 0.0013;
/** The connections of k6 itself: to its API, and to the idle server that shows whether k6 is starved. */
const ownConnections = 10;
/** Files that are open besides connections. */
const otherFiles = 100;
/** The share of the machine that the load generator may use: the target may run here too. */
const usableShare = 0.9;

/** The number of flows that the plan starts in all its phases. */
export const plannedFlowCount = ({ scenarios }: Plan): number =>
	scenarios.reduce(
		(sum, one) =>
			sum +
			(one.executor === 'shared-iterations'
				? one.iterations
				: (one.ratePerSecond * one.durationMs) / 1000),
		0,
	);

/** The resources that a plan needs. For one of several parts, its share. */
export function needsOfPlan(plan: Plan): ResourceNeeds {
	const { parts = 1, shopper } = plan;
	const virtualUsers = totalVUs(plan) / parts;
	const eachMb = flowMb + (shopper === undefined ? 0 : orderMb);
	const flows = plannedFlowCount(plan) / parts;
	const use = flows / (flows + virtualUsers * halfUsedFlows);
	const eachUserMb = virtualUserMb + usedVirtualUserMb * use;
	const memoryMb = Math.ceil(baseMb + virtualUsers * eachUserMb + flows * eachMb);
	// A shopper who pays calls the shop and the sandbox.
	const hosts = shopper === undefined || shopper === 'none' ? 1 : 2;
	const connections = virtualUsers * hosts + ownConnections;
	return { virtualUsers, connections, memoryMb };
}

const megabytes = (value: number) => `${formatCount(value)} MB`;

export function describeNeeds(needs: ResourceNeeds, { availableMb }: MachineResources): string {
	const users = pluralize(needs.virtualUsers, 'virtual user');
	const connections = pluralize(needs.connections, 'connection');
	return `It takes up to ${users}, ${connections} and about ${megabytes(needs.memoryMb)} of memory; ${megabytes(availableMb)} are available.`;
}

/** Describes each resource that the machine lacks. */
export function missingResources(needs: ResourceNeeds, machine: MachineResources): string[] {
	const missing: string[] = [];
	const usableMb = Math.floor(machine.availableMb * usableShare);
	if (needs.memoryMb > usableMb) {
		missing.push(
			`The run takes about ${megabytes(needs.memoryMb)} of memory for ${pluralize(needs.virtualUsers, 'virtual user')}, and ${megabytes(usableMb)} may be used here. Lower --rate or --duration, or use a larger machine.`,
		);
	}
	const files = needs.connections + otherFiles;
	if (machine.openFiles !== null && files > machine.openFiles) {
		missing.push(
			`The run takes up to ${pluralize(needs.connections, 'connection')}, and a process may open ${formatCount(machine.openFiles)} files here. Raise the limit to ${formatCount(files)} (ulimit -n), or lower --rate.`,
		);
	}
	return missing;
}

export const thisMachine = (): MachineResources => ({
	availableMb: Math.floor(process.availableMemory() / 2 ** 20),
	openFiles: openFilesLimit(),
});

/** Reads the hard limit of open files: Node and k6 raise their own limit to it. */
function openFilesLimit(): number | null {
	try {
		const limits = readFileSync('/proc/self/limits', 'utf8');
		const hard = Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1]);
		return Number.isNaN(hard) ? null : hard;
	} catch {
		// There is no `/proc` on this system.
		return null;
	}
}
