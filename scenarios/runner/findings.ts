/** What the sandbox finds wrong in the calls of a story, and what it knows about a payment. */
import type { Severity } from '../../simulator/contract/finding-table.ts';
import { findingListSchema, paymentExplanationSchema } from '../../simulator/contract/findings.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { ScenarioFinding } from '../../simulator/contract/run-report.ts';
import type { HttpClient } from '../harness/http.ts';
import type { AnyStory } from '../scenario.ts';

/** Every run has the others: a note for each assumption, and a risk for each return that a story leaves out. */
const reported: readonly Severity[] = ['money', 'wrong'];

export interface StoryFindings {
	/** Without those that the story expects. */
	unexpected: ScenarioFinding[];
	/** A sentence about the findings that the story expects and the sandbox has not. */
	missing: string | undefined;
}

export async function readFindings(
	client: HttpClient,
	{ name, expectedFindings = [] }: AnyStory,
): Promise<StoryFindings> {
	const request = { method: 'GET', path: controlPaths.findings } as const;
	const { findings, complete } = await client.call(request, findingListSchema);
	const missing = expectedFindings.filter((code) => !findings.some((one) => one.code === code));
	return {
		unexpected: findings
			.filter(
				({ code, severity }) => reported.includes(severity) && !expectedFindings.includes(code),
			)
			.map(({ code, severity, count, entries }) => {
				return { code, severity, count, story: name, entries: entries.map(String) };
			}),
		// Calls that are no longer stored could have been the cause.
		missing:
			complete && missing.length > 0
				? `The sandbox has no finding ${missing.join(', ')}, which this story causes on purpose.`
				: undefined,
	};
}

/** Repeats and retries of a story have the same findings: the list keeps the latest of each. */
export function createFindingList() {
	const findings = new Map<string, ScenarioFinding>();
	return {
		list: (): ScenarioFinding[] => [...findings.values()],
		add(found: readonly ScenarioFinding[]) {
			for (const one of found) findings.set(`${one.story} ${one.code}`, one);
		},
	};
}

/** Undefined when the sandbox has ended, or has forgotten the payment. */
export async function readTimeline(client: HttpClient, id: string): Promise<string[] | undefined> {
	const path = `${controlPaths.payments}/${id}/explain`;
	const explanation = await client
		.call({ method: 'GET', path }, paymentExplanationSchema)
		.catch(() => undefined);
	return explanation?.story.map(({ at, text }) => `${at}  ${text}`);
}
