/**
 * Compares payments with orders after a run that repeated calls: an order must have one payment, however often its call
 * was sent.
 */
import { CannotRunError, messageOf } from '../../scenarios/harness/errors.ts';
import { getFromAnyPort, parseBody } from '../../scenarios/harness/http.ts';
import type { ControlledTarget } from '../../scenarios/harness/target.ts';
import { controlHeadersOf } from '../../scenarios/harness/target.ts';
import { paymentListSchema } from '../../simulator/contract/control.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { repeatStoryName } from '../open-plans.ts';
import type { RepeatKind } from '../plan.ts';
import type { Tally } from './tally.ts';

type Idempotency = NonNullable<LoadReport['idempotency']>;

export interface ReconcileOptions {
	tally: Tally;
	kinds: readonly RepeatKind[];
	/**
	 * A sandbox whose payments can be read. Null: only the answers are compared, which show nothing about
	 * a lost one.
	 */
	sandbox: ControlledTarget | null;
	referencePrefix: string;
	signal: AbortSignal;
}

const maxExamples = 10;

export interface Reconciliation {
	idempotency: Idempotency;
	/** The number of flows that ended well, and of their orders without a payment. */
	accepted: number;
	missing: number;
}

export async function reconcile(options: ReconcileOptions): Promise<Reconciliation> {
	const { tally, kinds, sandbox } = options;
	const payments = sandbox === null ? null : await countByReference(sandbox, options);
	const twice = [...(payments ?? [])].filter(([, count]) => count > 1).map(([order]) => order);
	const references = [...(payments?.keys() ?? [])];
	let [accepted, missing] = [0, 0];
	const rows = kinds.map((kind) => {
		const results = tally.repeats.get(kind) ?? new Map<string, number>();
		const { started: flows = 0, ok = 0 } = tally.flowsByStory.get(repeatStoryName(kind)) ?? {};
		const paid = references.filter((reference) => reference.endsWith(`-${kind}`)).length;
		accepted += ok;
		if (payments !== null) missing += Math.max(0, ok - paid);
		const repeats = [...results.values()].reduce((sum, count) => sum + count, 0);
		const ofKind = twice.filter((reference) => reference.endsWith(`-${kind}`)).length;
		const secondSessions = results.get('second_session') ?? 0;
		// A lost answer hides a second payment from the answers, and an eviction hides it from the list. Both may show the
		// same one: take the larger count.
		const secondPayments = secondSessions + Math.max(results.get('second') ?? 0, ofKind);
		return [
			kind,
			{ flows, repeats, secondPayments, secondSessions, refused: results.get('refused') ?? 0 },
		] as const;
	});
	const duplicates = rows.reduce((sum, [, { secondPayments }]) => sum + secondPayments, 0);
	const examples = twice.slice(0, maxExamples);
	return {
		idempotency: { kinds: Object.fromEntries(rows), duplicates, examples },
		...{ accepted, missing },
	};
}

const timeoutMs = 30_000;

/** Counts the payments of this run by their references. */
async function countByReference(
	target: ControlledTarget,
	{ referencePrefix, signal }: ReconcileOptions,
): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	let cursor: string | null = null;
	do {
		const after: string = cursor === null ? '' : `&cursor=${cursor}`;
		const url = `${target.url}${controlPaths.payments}?limit=1000${after}`;
		const response = await getFromAnyPort(url, controlHeadersOf(target), {
			timeoutMs,
			signal,
		}).catch((error: unknown) => {
			throw new CannotRunError('reconcile', `The payments cannot be read: ${messageOf(error)}`);
		});
		const { data } = paymentListSchema.safeParse(parseBody(response)?.body);
		if (!data)
			throw new CannotRunError(
				'reconcile',
				`The payments cannot be read: ${url} answered ${response.status}.`,
			);
		for (const { paymentReference } of data.payments) {
			if (!paymentReference?.startsWith(`${referencePrefix}-`)) continue;
			counts.set(paymentReference, (counts.get(paymentReference) ?? 0) + 1);
		}
		cursor = data.next;
	} while (cursor !== null);
	return counts;
}
