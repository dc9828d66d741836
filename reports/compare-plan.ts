/** Finds the differences between the plans of two runs. Runs with different plans are not comparable. */
import { isDeepStrictEqual } from 'node:util';
import type { LoadReport } from '../simulator/contract/run-report.ts';

type Plan = LoadReport['plan'];

/** The report of a run, and the folder that contains it. */
export interface ComparedRun {
	folder: string;
	report: LoadReport;
}

/** The fields of a plan that must be equal: runs that differ in one of them did not run the same plan. */
const planFields = [
	...['profile', 'ratePerSecond', 'iterations', 'warmUpMs', 'holdMs', 'mix', 'timeoutMs'],
	...['connections', 'shopper', 'phases'],
] as const satisfies readonly (keyof Plan)[];

/** The same for the plan of a shop, each with its name in the merchant file. */
const shopFields = {
	markets: 'markets',
	prepare: 'prepare',
	untimed: 'load.untimed',
} as const satisfies Record<keyof NonNullable<Plan['shop']>, string>;

/** The names of the fields in which two plans differ. */
export function differingPlanFields(one: Plan, other: Plan): string[] {
	const differing: string[] = planFields.filter(
		(field) => !isDeepStrictEqual(one[field], other[field]),
	);
	const [before, after] = [one.shop, other.shop];
	// The report of an older version does not have them.
	if (before === undefined || after === undefined) return differing;
	const ofShop = (Object.keys(shopFields) as (keyof typeof shopFields)[]).filter(
		(field) => !isDeepStrictEqual(before[field], after[field]),
	);
	return [...differing, ...ofShop.map((field) => shopFields[field])];
}

/** Settings of the sandbox that change none of its answers: its storage, and notes of the team. */
const settingsWithoutEffect: readonly string[] = [
	...['limits.maxPayments', 'limits.maxWorkspaces', 'limits.journalEntries', 'limits.journalBytes'],
	...['workspaces.ttl', 'gaps'],
];

/** Why the sandboxes behind the shops of two runs answer in another way; null if they do not. */
export function otherSandboxReason(one: ComparedRun, other: ComparedRun): string | null {
	const [before, after] = [one, other].map(({ report }) => report.plan.sandboxSettings);
	if (before === undefined && after === undefined) return null;
	if (before === undefined || after === undefined) {
		const { folder } = before === undefined ? one : other;
		return `${folder} does not say which settings its sandbox had: an older version made it. Run it again.`;
	}
	const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
		(path) =>
			!settingsWithoutEffect.includes(path) && !isDeepStrictEqual(before[path], after[path]),
	);
	if (differing.length === 0) return null;
	return `The sandbox of ${other.folder} had other settings than that of ${one.folder}: ${differing.join(', ')}. Run both with the same settings.`;
}
