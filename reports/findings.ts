/** The findings of a scenario run, the most severe first, with what each costs and what to do. */
import { findingCodes, findingKindOf, severities } from '../simulator/contract/finding-table.ts';
import type { ScenarioFinding, ScenarioReport } from '../simulator/contract/run-report.ts';

/** Undefined for a code of another version. */
export function findingKind(code: string): ReturnType<typeof findingKindOf> | undefined {
	const known = findingCodes.find((one) => one === code);
	return known && findingKindOf(known);
}

export function sortedFindings({ findings = [] }: ScenarioReport): ScenarioFinding[] {
	const weight = ({ severity }: ScenarioFinding) => severities.indexOf(severity);
	return findings.toSorted((a, b) => weight(a) - weight(b));
}
