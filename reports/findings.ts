/** The findings of a scenario run, the most severe first, with the cost of each and the fix. */
import { findingCodes, findingKindOf, severities } from '../simulator/contract/finding-table.ts';
import type { ScenarioFinding, ScenarioReport } from '../simulator/contract/run-report.ts';

/** The severity and texts of a finding; undefined for a code that this version does not know. */
export function findingKind(code: string): ReturnType<typeof findingKindOf> | undefined {
	const known = findingCodes.find((one) => one === code);
	return known && findingKindOf(known);
}

/** A kind of finding, with its findings in several stories. */
export interface FindingGroup {
	code: string;
	severity: ScenarioFinding['severity'];
	/** In all stories together. */
	count: number;
	findings: readonly ScenarioFinding[];
}

/** The findings of a run by their code: the most severe first, then those of the most stories. */
export function findingGroups({ findings = [] }: ScenarioReport): FindingGroup[] {
	const byCode = new Map<string, ScenarioFinding[]>();
	for (const finding of findings) {
		byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
	}
	const groups = [...byCode].map(([code, same]) => ({
		code,
		severity: same[0]?.severity ?? 'note',
		count: same.reduce((sum, { count }) => sum + count, 0),
		findings: same,
	}));
	const weight = ({ severity }: FindingGroup) => severities.indexOf(severity);
	return groups.toSorted((a, b) => weight(a) - weight(b) || b.findings.length - a.findings.length);
}
