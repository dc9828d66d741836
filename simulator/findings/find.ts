/** Applies all finding rules to the calls and payments of a workspace. */
import type { FindingCode } from '../contract/finding-table.ts';
import { findingCodes, findingKindOf, severities } from '../contract/finding-table.ts';
import type { Finding, FindingFilter, FindingGroup } from '../contract/findings.ts';
import { maxNamedIds } from '../contract/findings.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import { ledger } from '../contract/gaps/ledger.ts';
import { acceptedRules } from './accepted.ts';
import { amountRules } from './amounts.ts';
import { duplicateOrders, duplicateRules } from './duplicates.ts';
import type { CallFacts, PaymentFacts } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import { groupByOrder } from './orders.ts';
import type { References } from './references.ts';
import { referencesOf } from './references.ts';
import { refusalRules } from './refusals.ts';
import { repeatedCallRules } from './repeats.ts';
import type { Detection, FindingRule, WorkspaceFacts } from './rule.ts';

type OrderCode = Exclude<FindingCode, 'duplicate_order' | 'assumption_used'>;

const orderRules: Readonly<Record<OrderCode, FindingRule>> = {
	...amountRules,
	...duplicateRules,
	...refusalRules,
	...repeatedCallRules,
	...acceptedRules,
};

export interface FindRequest extends Pick<WorkspaceFacts, 'duplicateReference'> {
	/** The calls, oldest first. */
	readonly calls: readonly CallFacts[];
	/** The payments, oldest first. */
	readonly payments: readonly PaymentFacts[];
	/** The gaps whose settings the user has neither changed nor confirmed. Only these are assumptions. */
	readonly assumed: ReadonlySet<GapId>;
}

/** All detections of one code. Detections of `assumption_used` are separated by assumption. */
export interface FoundFindings {
	readonly code: FindingCode;
	readonly assumption: GapId | undefined;
	readonly detections: Detection[];
}

/** The codes that a filter selects. */
export function findingCodesFor({ severity, code }: FindingFilter): Set<FindingCode> {
	const fits = (known: FindingCode) =>
		(code === undefined || known === code) &&
		(severity === undefined || findingKindOf(known).severity === severity);
	return new Set(findingCodes.filter(fits));
}

/**
 * Applies the rules in steps, and yields after each. The result is sorted by severity, then in the order of the table.
 */
export function* findFindings(request: FindRequest): Generator<void, FoundFindings[]> {
	const { calls, duplicateReference } = request;
	const grouped = yield* groupByOrder(calls, request.payments);
	const { orders, sameCheckouts } = grouped;
	const latestCallId = calls.findLast(({ call }) => call !== null)?.id ?? 0;
	const workspace = { ...grouped, latestCallId, duplicateReference };
	const found = new Map<FindingCode, Detection[]>();
	const add = (code: FindingCode, detections: readonly Detection[]) => {
		const known = found.get(code);
		if (known) known.push(...detections);
		else if (detections.length > 0) found.set(code, [...detections]);
	};
	for (const order of orders) {
		for (const [code, rule] of Object.entries(orderRules) as [OrderCode, FindingRule][]) {
			const detections = rule(order, workspace);
			if (detections.length > 0) add(code, withEntries(detections, order));
			yield;
		}
	}
	for (const same of sameCheckouts) {
		add('duplicate_order', duplicateOrders(same, grouped));
		yield;
	}
	const notes = yield* assumptionsIn(request);
	const ofOrders = findingCodes.flatMap((code) => {
		const detections = found.get(code);
		const { assumption } = findingKindOf(code);
		return detections ? [{ code, assumption, detections: detections.toSorted(byLastEntry) }] : [];
	});
	const rank = ({ code }: FoundFindings) => severities.indexOf(findingKindOf(code).severity);
	return [...ofOrders.toSorted((one, other) => rank(one) - rank(other)), ...notes];
}

/** Adds the journal entries of the creating calls to detections that only name payments. */
function withEntries(
	detections: readonly Detection[],
	{ calls }: MerchantOrder,
): readonly Detection[] {
	if (detections.every(({ entries }) => entries.length > 0)) return detections;
	const creating = new Map<string | null, number>();
	for (const { call, id, transactionId } of calls) {
		if (call === 'paymentOptions' && !creating.has(transactionId)) creating.set(transactionId, id);
	}
	return detections.map((detection) => {
		if (detection.entries.length > 0) return detection;
		return { ...detection, entries: detection.payments.flatMap((id) => creating.get(id) ?? []) };
	});
}

function* assumptionsIn({ calls, assumed }: FindRequest): Generator<void, FoundFindings[]> {
	const byGap = new Map<GapId, Detection[]>();
	for (const { call, id, transactionId, assumptions } of calls) {
		if (call === null) continue;
		const payments = transactionId === null ? [] : [transactionId];
		const detection = { payments, entries: [id] };
		for (const gap of assumptions) {
			const known = byGap.get(gap);
			if (known) known.push(detection);
			else if (assumed.has(gap)) byGap.set(gap, [detection]);
		}
		yield;
	}
	const sorted = [...byGap].toSorted(([one], [other]) => (one < other ? -1 : 1));
	return sorted.map(([assumption, detections]) => {
		return { code: 'assumption_used', assumption, detections };
	});
}

/** Combines all findings with one code into one, for the list of a workspace. */
export function findingGroupOf(
	{ detections, ...found }: FoundFindings,
	references: References,
): FindingGroup {
	const named = {
		payments: latest(detections, ({ payments }) => payments),
		entries: latestEntries(detections),
	};
	return {
		...describe(found),
		count: detections.length,
		references: referencesOf(named, references),
		...named,
		occurrences: detections.slice(-maxNamedIds).map(({ entries }) => entries.slice(-maxNamedIds)),
	};
}

/** The findings about one payment: one for each code, with all journal entries. */
export function findingsOfPayment(
	transactionId: string,
	found: readonly FoundFindings[],
): Finding[] {
	return found.flatMap(({ detections, ...kind }) => {
		const own = detections.filter(({ payments }) => payments.includes(transactionId));
		if (own.length === 0) return [];
		return [{ ...describe(kind), transactionId, entries: latestEntries(own) }];
	});
}

function describe({ code, assumption }: Pick<FoundFindings, 'code' | 'assumption'>) {
	const { severity, text, fix } = findingKindOf(code);
	if (assumption === undefined) return { code, severity, text, fix };
	const isNote = code === 'assumption_used';
	return { code, severity, text: isNote ? noteOf(assumption) : text, fix, assumption };
}

function noteOf(gap: GapId): string {
	const { notShown, assumed } = ledger[gap];
	return `The document does not show: ${notShown}. The sandbox assumes: ${assumed}.`;
}

/** Rules find the detections of one order after another; their calls may have come in between. */
function byLastEntry(one: Detection, other: Detection): number {
	return (one.entries.at(-1) ?? 0) - (other.entries.at(-1) ?? 0);
}

function latestEntries(detections: readonly Detection[]): number[] {
	return latest(detections, ({ entries }) => entries).sort((one, other) => one - other);
}

/** The latest values, without duplicates, the latest one last. */
function latest<T>(detections: readonly Detection[], of: (detection: Detection) => readonly T[]) {
	const named = new Set<T>();
	for (const detection of detections.toReversed()) {
		for (const one of of(detection).toReversed()) if (named.size < maxNamedIds) named.add(one);
		if (named.size === maxNamedIds) break;
	}
	return [...named].reverse();
}
