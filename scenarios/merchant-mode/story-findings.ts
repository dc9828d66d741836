/** What a merchant story shows of its shop, and the findings by which the shop is judged. */
import type { PaymentView } from '../../simulator/contract/control.ts';
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import type { ScenarioFinding } from '../../simulator/contract/run-report.ts';
import type { AnyStory } from '../scenario.ts';
import type { EarlyRetry } from './early-retries.ts';
import type { MixedOrder } from './mixed-orders.ts';

export interface StoryEvidence {
	story: AnyStory;
	/** The calls of the shop, oldest first, without cashier pages. */
	calls: readonly JournalEntry[];
	/** How many other calls the journal of the target has dropped: then the calls cannot be judged. */
	dropped: number;
	findings: readonly FindingGroup[];
	/** Lines such as `states of payment …`. */
	states: readonly string[];
	/** The payments, oldest first. */
	payments: readonly PaymentView[];
	/** The names of the stories that have ended, by the sessions of their payments. */
	earlierSessions: ReadonlyMap<unknown, string>;
	/** Returns the reference of the order for which the shop made the call; undefined if it made it before any order. */
	orderOf(call: JournalEntry): string | undefined;
	/** The orders whose shopper got something that is not their order's. */
	mixedOrders: readonly MixedOrder[];
	/** The calls that the shop repeated before the time in Retry-After. */
	earlyRetries: readonly EarlyRetry[];
	startedMs: number;
}

/** Findings that no shop is judged by: the runner decides who returns, and reports list assumptions elsewhere. */
const unrelated: readonly string[] = ['assumption_used', 'no_return_seen'];

/** The findings of the story's calls, without those that the story itself causes. */
export function findingsOfStory(evidence: StoryEvidence): FindingGroup[] {
	const { story, findings } = evidence;
	const allowed: readonly string[] = story.shop?.allows ?? [];
	return findings.filter(
		(finding) =>
			!unrelated.includes(finding.code) &&
			!allowed.includes(finding.code) &&
			!(finding.code === 'duplicate_order' && isOfSeveralOrders(finding, evidence)) &&
			!(finding.code === 'refusal_ignored' && isFollowedByCall(finding, evidence)),
	);
}

/**
 * Whether a successful call for the same order followed each refusal. The finding knows orders only by their
 * `paymentReference`, and a shop may try again under another one.
 */
function isFollowedByCall(
	{ count, occurrences }: FindingGroup,
	{ calls, orderOf }: StoryEvidence,
): boolean {
	if (count > occurrences.length) return false;
	const refused = calls.filter(({ id }) => occurrences.flat().includes(id));
	return refused.every((refusal) => {
		const order = orderOf(refusal);
		return calls.some(
			(call) =>
				call.id > refusal.id &&
				// The setting `http.successStatus` may choose another one than 200.
				call.status >= 200 &&
				call.status < 300 &&
				call.problem === null &&
				order !== undefined &&
				orderOf(call) === order,
		);
	});
}

/**
 * Whether the calls of each occurrence of a `duplicate_order` belong to different orders of the story. In a shop with
 * prices and customers of its own, orders look alike. Occurrences that the finding does not list are no excuse.
 */
function isOfSeveralOrders(
	{ count, occurrences }: FindingGroup,
	{ calls, orderOf }: StoryEvidence,
) {
	if (count > occurrences.length) return false;
	return occurrences.every((entries) => {
		const orders = calls.filter(({ id }) => entries.includes(id)).map(orderOf);
		return !orders.includes(undefined) && new Set(orders).size === entries.length;
	});
}

export const toReportedFinding = (story: AnyStory, finding: FindingGroup): ScenarioFinding => ({
	code: finding.code,
	severity: finding.severity,
	count: finding.count,
	story: story.name,
	entries: finding.entries.map(String),
});
