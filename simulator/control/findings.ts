/**
 * The routes `GET /_sandbox/findings` and `…/payments/{id}/explain`. Findings are computed at each read, from the
 * journal and the payments.
 */
import { findingKindOf } from '../contract/finding-table.ts';
import type { FindingGroup, FindingList } from '../contract/findings.ts';
import { findingsQuerySchema } from '../contract/findings.ts';
import { findingsText } from '../contract/findings-text.ts';
import type { JournalEndpoint, JournalEntry } from '../contract/journal.ts';
import type { ProblemCode } from '../contract/problem.ts';
import { serviceCalls } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { latestCallNumbers } from '../domain/call-history.ts';
import { explain, explanationText } from '../findings/explain.ts';
import type { CallFacts, PaymentFacts } from '../findings/facts.ts';
import {
	callFactsOf,
	isMadeByMerchant,
	paymentFactsOf,
	paymentsWithOtherCalls,
} from '../findings/facts.ts';
import type { FoundFindings } from '../findings/find.ts';
import {
	findFindings,
	findingCodesFor,
	findingGroupOf,
	findingsOfPayment,
} from '../findings/find.ts';
import type { References } from '../findings/references.ts';
import { referencesIn } from '../findings/references.ts';
import { shownRefusalsOf } from '../findings/shown-refusals.ts';
import { readCall, readJournal } from '../journal/read.ts';
import { shareConcurrentRuns } from '../runtime/shared-runs.ts';
import { runInSlices } from '../runtime/slices.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import { viewGaps } from '../settings/gaps.ts';
import type { PaymentFilter } from '../state/store.ts';
import { preferredType } from '../wire/accept.ts';
import type { Call, Reply, RouteResult } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { statusAndTitleOf } from '../wire/problem.ts';
import { validateQuery } from '../wire/validate.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payments.ts';

/**
 * Both routes read the whole workspace, because findings compare orders. Concurrent calls share one computation; few of
 * them write their responses at a time, because a response may be large.
 */
export function findingRoutes(deps: ControlDeps, limit: ConcurrencyLimit) {
	const examine = shareConcurrentRuns((workspace) => examineWorkspace(deps, workspace));

	async function showFindings(call: Call): Promise<RouteResult> {
		const { workspace } = call;
		const sent = validateQuery(findingsQuerySchema, call.query, { severity: 'wrong' });
		if (!sent.ok) return sent.refusal;
		const examined = await examine(workspace);
		const { found, calls, hasAllPayments, hasAllCalls } = examined;
		return limit.run(call, () => {
			const codes = findingCodesFor(sent.data);
			const readsCalls = [...codes].some((code) => findingKindOf(code).reads === 'calls');
			const view: FindingList = {
				findings: found
					.filter(({ code }) => codes.has(code))
					.map((one) => showGroup(one, examined)),
				calls: calls.filter((one) => one.call !== null).length,
				complete: hasAllPayments && (hasAllCalls || !readsCalls),
			};
			return prefersText(call) ? plainText(findingsText(view, { workspace })) : json(view);
		});
	}

	function showGroup(one: FoundFindings, { references, secret }: Examined): FindingGroup {
		const group = findingGroupOf(one, references);
		if (group.code !== 'refusal_ignored') return group;
		// The journal may have dropped an entry since.
		const refused = group.entries.flatMap((id) => readCall(deps.journal, secret, id)?.entry ?? []);
		return { ...group, refusals: shownRefusalsOf(refused) };
	}

	async function explainPayment(call: Call): Promise<RouteResult> {
		const id = call.params.id ?? '';
		const stored = await deps.store.read(call.workspace, id);
		if (!stored)
			return { code: 'session_not_found', id, workspace: call.workspace, isPaymentId: true };
		const { found, calls } = await examine(call.workspace);
		return limit.run(call, () => {
			const payment = viewPayment(stored.payment, stored.record, deps.wallNow());
			const { transactionId, sessionId } = payment;
			const own = calls.filter(
				(one) => one.transactionId === transactionId || one.sessionId === sessionId,
			);
			const explanation = explain({
				payment,
				callNumbers: latestCallNumbers(stored.payment.callHistory),
				calls: own,
				findings: findingsOfPayment(transactionId, found),
			});
			return prefersText(call) ? plainText(explanationText(explanation)) : json(explanation);
		});
	}

	return { showFindings, explainPayment };
}

/** Whether the client wants text: a terminal, or a browser that follows the link of the start page. */
function prefersText(call: Call): boolean {
	const accept = call.header('accept');
	const type = preferredType(accept, ['application/json', 'text/plain', 'text/html']);
	return type !== 'application/json';
}

function plainText(text: string): Reply {
	return { status: 200, contentType: 'text/plain; charset=utf-8', text, notes: noNotes };
}

/** The most payments and calls that are read: together about 40 MB. */
const maxPayments = 50_000;
const maxCalls = 50_000;

interface Examined {
	/** The secret of the workspace: its journal is kept under it. */
	secret: string;
	found: FoundFindings[];
	references: References;
	/** The calls, oldest first. */
	calls: readonly CallFacts[];
	hasAllPayments: boolean;
	/** Whether these are all calls of the workspace. */
	hasAllCalls: boolean;
}

async function examineWorkspace(deps: ControlDeps, workspace: string): Promise<Examined> {
	const record = await deps.store.workspaceRecord(workspace);
	// A call that is not decided yet may create a payment after its place in the list was read.
	const hasUndecided =
		deps.callsInLine(workspace).some(({ endpoint }) => endpoint === 'paymentOptions') ||
		deps.journal
			.openCalls(workspace)
			.some((call) => call.endpoint === 'paymentOptions' && call.transactionId === null);
	const latestId = deps.journal.of(record.secret)?.latestId ?? 0;
	// Read payments before the journal: the journal then contains every call of these payments, unless it dropped some.
	const stored = await readPayments(deps, record);
	const gaps = viewGaps(record.settings);
	const assumed = gaps.flatMap(({ id, standing }) => (standing === 'assumed by sandbox' ? id : []));
	const { payments } = stored;
	const journal = await readCalls(deps, record);
	const { calls } = journal;
	const duplicateReference = record.settings.inForce.reference.duplicate;
	const request = { calls, payments, assumed: new Set(assumed), duplicateReference };
	const found = await runInSlices(findFindings(request));
	const references = await runInSlices(referencesIn(calls, payments));
	// Other calls of a payment: after a restart, of another process, or if the journal was emptied or turned off.
	const hasAllCalls = journal.isWhole && paymentsWithOtherCalls(payments, calls).length === 0;
	const hasAllPayments =
		stored.isWhole && !hasUndecided && hasPaymentsOf(calls, { latestId, ids: stored.ids });
	const { secret } = record;
	return { secret, found, references, calls, hasAllPayments, hasAllCalls };
}

const paymentsInPage = 500;

/**
 * Reads the payments, oldest first. Each page has its own deadline in the store, because the whole list may take longer
 * than one call may.
 */
async function readPayments({ store, wallNow }: ControlDeps, record: WorkspaceRecord) {
	const { showIn } = record.settings.inForce.return;
	const newestFirst: PaymentFacts[] = [];
	const ids = new Set<string>();
	// Payments that were evicted count too.
	const entry = await store.asCall(() => store.workspace(record.name));
	const created = entry?.created ?? 0;
	let read = 0;
	let after: string | null = null;
	for (; read < maxPayments; await yieldToCalls()) {
		const filter: PaymentFilter = {
			reference: null,
			limit: paymentsInPage,
			after,
			accepts: () => true,
		};
		const page = await store.asCall(() => store.list(record.name, filter));
		// A change of another instance may have moved the clock during the read.
		const context = { now: nowIn(record, wallNow()), showIn };
		for (const payment of page ?? []) {
			ids.add(payment.transactionId);
			if (isMadeByMerchant(payment)) newestFirst.push(paymentFactsOf(payment, context));
		}
		read += page?.length ?? 0;
		if (!page || page.length < paymentsInPage) break;
		after = page.at(-1)?.sessionId ?? null;
	}
	return { payments: newestFirst.reverse(), ids, isWhole: read >= created };
}

/** How many entries are parsed in one turn of the event loop: about 2 ms, and 10 ms with large bodies. */
const entriesInPage = 50;

/** Reads the calls, oldest first. */
async function readCalls({ journal, callsInLine }: ControlDeps, record: WorkspaceRecord) {
	const { secret, settings } = record;
	const { errors, validation } = settings.inForce;
	const { unknownFields } = validation;
	const recorded = journal.of(secret)?.latestId ?? 0;
	/** Whether a call has arrived and has no entry yet. A cashier page that is open has no findings. */
	const hasOpenCalls =
		callsInLine(record.name).some(({ endpoint }) => isServiceCall(endpoint)) ||
		journal.openCalls(record.name).some(({ endpoint }) => isServiceCall(endpoint));
	const newestFirst: CallFacts[] = [];
	let read = 0;
	for (let from = {}; read < maxCalls; await yieldToCalls()) {
		const page = readJournal(journal, secret, { limit: entriesInPage, ...from });
		for (const call of page.calls) {
			const { entry } = call;
			if (entry.endpoint === 'unknown') continue;
			const resultStatus = resultStatusOf(entry, errors);
			newestFirst.push(callFactsOf(call, { resultStatus, unknownFields }));
		}
		read += page.calls.length;
		const last = page.calls.at(-1)?.entry;
		if (!last || !page.hasMore) break;
		from = { cursor: last.id };
	}
	const hasMissed = [...journal.missedCalls(record.name, 'reset').keys()].some(isServiceCall);
	const hasAll = read >= recorded && !hasOpenCalls && !hasMissed;
	const isWhole = hasAll && journal.isWholeSinceCreation(record);
	return { calls: newestFirst.reverse(), isWhole };
}

const isServiceCall = (endpoint: JournalEndpoint) => serviceCalls.some((call) => call === endpoint);

/** The status that the error itself has. With `errors.httpMode: always200`, the response has status 200 instead. */
function resultStatusOf({ status, problem }: JournalEntry, errors: Settings['errors']): number {
	if (status !== 200 || problem === null) return status;
	const code = problem as ProblemCode;
	return errors.status[code] ?? statusAndTitleOf(code).status;
}

/**
 * Whether the store has the payments of these calls: not if Redis lost its data, or has got back an older copy of it.
 * `latestId`: the latest call whose payment was made before the payments were read.
 */
function hasPaymentsOf(
	calls: readonly CallFacts[],
	{ latestId, ids }: { latestId: number; ids: ReadonlySet<string> },
): boolean {
	return calls.every(
		({ id, transactionId }) => transactionId === null || id > latestId || ids.has(transactionId),
	);
}
