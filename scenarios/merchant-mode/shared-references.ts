/** Finds the calls of a finding in which the shop gave one paymentReference to several orders. Pure. */
import type { FindingGroup } from '../../simulator/contract/findings.ts';
import type { StoryEvidence } from './story-findings.ts';

/** A finding, or that part of it whose references several orders share. */
export interface JudgedFinding extends FindingGroup {
	isOfSharedReference: boolean;
}

/**
 * Splits the finding that an order was paid more than once: a reference of several orders is another mistake than two
 * payments of one order. Returns any other finding whole.
 */
export function splitSharedReferences(
	finding: FindingGroup,
	{ calls, orderOf }: Pick<StoryEvidence, 'calls' | 'orderOf'>,
): JudgedFinding[] {
	const whole = { ...finding, isOfSharedReference: false };
	if (finding.code !== 'same_reference_confirmed_twice') return [whole];
	const created = calls.filter(({ id }) => finding.entries.includes(id));
	const ordersOf = (reference: string | null) =>
		created
			.filter(({ paymentReference }) => paymentReference === reference)
			.flatMap((call) => orderOf(call) ?? []);
	const shared = created
		.filter(({ paymentReference }) => new Set(ordersOf(paymentReference)).size > 1)
		.map(({ id }) => id);
	if (shared.length === 0) return [whole];
	const others = finding.entries.filter((id) => !shared.includes(id));
	return [
		{ ...finding, entries: shared, isOfSharedReference: true },
		...(others.length > 0 ? [{ ...whole, entries: others }] : []),
	];
}
