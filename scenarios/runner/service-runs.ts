/** Runs stories that call the service themselves. Each repeat has its own workspace. */
import { createHash } from 'node:crypto';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { ScenarioFinding } from '../../simulator/contract/run-report.ts';
import type { Driver } from '../driver.ts';
import { createDriver } from '../driver.ts';
import type { HttpClient } from '../harness/http.ts';
import { createHttpClient } from '../harness/http.ts';
import type { Target } from '../harness/target.ts';
import type { AnyStory, StoryContexts } from '../scenario.ts';
import { describeDeviations } from './deviations.ts';
import { readFindings, readTimeline } from './findings.ts';
import { createIssuedIds } from './issued-ids.ts';
import type { Failure, ReplayContext } from './replay.ts';
import { openStoryWorkspace, workspaceNameOf } from './story-workspace.ts';

export interface ServiceRunOptions {
	target: Target;
	seed: number;
	/** A text in every payment reference of this run. */
	referenceTag: string;
	/** Headers that are sent only with the three documented calls. */
	serviceHeaders?: Readonly<Record<string, string>> | undefined;
	signal: AbortSignal;
	onAssumption(id: string): void;
	/** Receives the sandbox's findings, except those that a story expects. */
	onFindings(found: readonly ScenarioFinding[]): void;
}

export function createServiceRuns(
	options: ServiceRunOptions,
): Pick<ReplayContext, 'whyNotTried' | 'open'> {
	const { target, seed, referenceTag, serviceHeaders, signal, onAssumption, onFindings } = options;
	const nextReference = createReferenceMaker(referenceTag);
	const issuedIds = createIssuedIds();
	return {
		whyNotTried: (story) => missingCapability(target, story),
		async open(story, count, overdue) {
			const name = workspaceNameOf(story.name, count + 1, referenceTag);
			const { url, close } = await openStoryWorkspace(target, name, seed);
			const driver = createDriver({
				target: url,
				controlToken: target.controlToken,
				serviceHeaders,
				seed,
				firstCustomer: firstCustomerIndex(story, count),
				nextReference: () => nextReference(story.name),
				issuedIds,
				onAssumption,
				signal,
				overdue,
			});
			const client = createHttpClient({ target: url, controlToken: target.controlToken, signal });
			return {
				...driver,
				context: contextFor(story, driver.context),
				close,
				async finish(failure) {
					const failed = failure && { ...failure, ...(await detailsOf(client, target, driver)) };
					if (target.sandbox) {
						const found = await readFindings(client, story).catch((error: unknown) => {
							if (!failed) throw error;
						});
						onFindings(found?.unexpected ?? []);
						if (!failed && found?.missing) return { step: 'findings', message: found.missing };
					}
					return failed ?? deviationFailure(driver);
				},
			};
		},
	};
}

/** The part of the context that a story gets by its `needs`. */
function contextFor({ needs }: AnyStory, full: StoryContexts['control']) {
	if (needs === 'control') return full;
	const { attempt: _attempts, ...payin } = full.payin;
	const { attempt: _actions, ...shopper } = full.shopper;
	return { payin, expect: full.expect, ...(needs === 'calls' ? {} : { shopper }) };
}

/**
 * The index of a story's first customer. Every story and repeat has its own customers: one customer who pays twice
 * looks like a duplicate order.
 */
export function firstCustomerIndex({ name }: AnyStory, count: number): number {
	return createHash('sha256').update(`${name} ${count}`).digest().readUInt32BE();
}

/**
 * Returns a function that makes references: `card-approved-<referenceTag>-1`, then `-2`. The reference decides the fate
 * of a payment. In its own sandbox a run uses the seed as tag, so the same run gets the same fates; on a shared target,
 * it uses the run id.
 */
export function createReferenceMaker(referenceTag: string): (story: string) => string {
	const counts = new Map<string, number>();
	return (story) => {
		const count = (counts.get(story) ?? 0) + 1;
		counts.set(story, count);
		return `${story.replaceAll('/', '-')}-${referenceTag}-${count}`;
	};
}

const requirements: Record<Exclude<AnyStory['needs'], 'calls'>, string> = {
	shopper: 'needs the cashier of a sandbox',
	control: "needs a sandbox's clock and network",
	merchant: 'needs a merchant file (--merchant)',
};

/** Why the target cannot serve the story; undefined if it can. */
export function missingCapability(target: Target, { needs }: AnyStory): string | undefined {
	if (needs === 'calls') return undefined;
	const { url, sandbox, unexpected } = target;
	if (sandbox) return undefined;
	const detail = unexpected ? `: ${unexpected}` : '';
	return `${requirements[needs]}, and ${url} answers no ${controlPaths.health}${detail}`;
}

/** Details for a failure: the latest call, and the timeline of the latest payment. */
async function detailsOf(client: HttpClient, target: Target, driver: Driver) {
	const curl = driver.curl?.();
	const id = driver.transactionIds.at(-1);
	const timeline = id && target.sandbox ? await readTimeline(client, id) : undefined;
	return { ...(curl ? { curl } : {}), ...(timeline ? { timeline } : {}) };
}

function deviationFailure(driver: Driver): Failure | null {
	const deviations = driver.deviations?.() ?? [];
	const [first] = deviations;
	if (!first) return null;
	return { step: first.path.replace(/:.*/s, ''), message: describeDeviations(deviations) };
}
