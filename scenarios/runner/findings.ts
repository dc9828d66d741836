/** Reads the sandbox's findings about the calls of a story, and the timeline of a payment. */
import type { Severity } from '../../simulator/contract/finding-table.ts';
import { findingListSchema, paymentExplanationSchema } from '../../simulator/contract/findings.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { ScenarioFinding } from '../../simulator/contract/run-report.ts';
import type { HttpClient } from '../harness/http.ts';
import type { AnyStory } from '../scenario.ts';

/**
 * The severities that a report shows. The others occur in every run: a note for each assumption, a risk for each return
 * that a story leaves out.
 */
const reported: readonly Severity[] = ['money', 'wrong'];

export interface StoryFindings {
	/** The findings that the story does not expect. */
	unexpected: ScenarioFinding[];
	/** A sentence about expected findings that the sandbox does not have. */
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
		// A finding is not missed if calls are no longer stored: they may have been its cause.
		missing:
			complete && missing.length > 0
				? `The sandbox has no finding ${missing.join(', ')}, which this story causes on purpose.`
				: undefined,
	};
}

/**
 * Returns a list of findings without duplicates: repeats and retries of a story have the same ones, and the latest is
 * kept.
 */
export function createFindingList() {
	const findings = new Map<string, ScenarioFinding>();
	return {
		list: (): ScenarioFinding[] => [...findings.values()],
		add(found: readonly ScenarioFinding[]) {
			for (const one of found) findings.set(`${one.story} ${one.code}`, one);
		},
	};
}

/** The lines of a payment's timeline; undefined if the sandbox has ended or has forgotten the payment. */
export async function readTimeline(client: HttpClient, id: string): Promise<string[] | undefined> {
	const path = `${controlPaths.payments}/${id}/explain`;
	const explanation = await client
		.call({ method: 'GET', path }, paymentExplanationSchema)
		.catch(() => undefined);
	return explanation?.story.map(({ at, text }) => `${at}  ${text}`);
}
