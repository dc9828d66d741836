/** The findings of a scenario run, the most severe first, with the cost of each and the fix. */
import { findingCodes, findingKindOf, severities } from '../simulator/contract/finding-table.ts';
import type { ScenarioFinding, ScenarioReport } from '../simulator/contract/run-report.ts';

/** The severity and texts of a finding; undefined for a code that this version does not know. */
export function findingKind(code: string): ReturnType<typeof findingKindOf> | undefined {
	const known = findingCodes.find((one) => one === code);
	return known && findingKindOf(known);
}

export function sortedFindings({ findings = [] }: ScenarioReport): ScenarioFinding[] {
	const weight = ({ severity }: ScenarioFinding) => severities.indexOf(severity);
	return findings.toSorted((a, b) => weight(a) - weight(b));
}
