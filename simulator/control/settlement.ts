/** `GET /_sandbox/settlement`: lists final payments like a settlement file. The service has no such endpoint. */
import { isoTime } from '../contract/clock.ts';
import { csvOf } from '../contract/csv.ts';
import { headerNames } from '../contract/routes.ts';
import type { Settlement, SettlementRow } from '../contract/settlement.ts';
import { pageEnd, settlementNotice, settlementQuerySchema } from '../contract/settlement.ts';
import { becomesFinalAt } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Store } from '../state/store.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { validateQuery } from '../wire/validate.ts';
import { nowIn } from '../workspaces/record.ts';

interface SettlementDeps {
	store: Store;
	wallNow(): number;
}

/** A position in a settlement: its payments are ordered by their final time, then by number. */
interface Position {
	/** When the payment became final, in milliseconds on the workspace's clock. */
	at: number;
	/** Its number in the workspace. */
	ordinal: number;
}

interface FinalPayment extends Position {
	payment: Payment;
}

const example = { since: '2027-01-01T00:00:00Z', format: 'csv', duplicates: 'true', limit: '100' };

export function showSettlement({ store, wallNow }: SettlementDeps) {
	return async ({ query, workspace }: Call): Promise<Reply | ApiError> => {
		const sent = validateQuery(settlementQuerySchema, query, example);
		if (!sent.ok) return sent.refusal;
		const { since, format = 'json', duplicates = 'false', limit = 1_000 } = sent.data;
		const after = since === undefined ? null : positionOf(since);
		const deps = { store, wallNow };
		const { found, complete } = await finalPayments(deps, workspace, after, limit + 1);
		const page = found.slice(0, limit);
		const last = found.length > limit ? page.at(-1) : undefined;
		const next = last ? `${last.at}-${last.ordinal}` : null;
		const rows = page.map(rowOf).flatMap((row) => (duplicates === 'true' ? [row, row] : [row]));
		if (format === 'json') {
			const body: Settlement = { notice: settlementNotice, rows, complete, next };
			return json(body);
		}
		const sentAgain = { ...(query as Record<string, string>), since: next ?? '' };
		return {
			status: 200,
			contentType: 'text/csv; charset=utf-8; header=present',
			text: csvOf(
				columns,
				rows.map((row) => columns.map((column) => row[column])),
			),
			headers: {
				'Content-Disposition':
					'attachment; filename="sandbox-settlement-no-part-of-the-service.csv"',
				[headerNames.complete]: String(complete),
				// RFC 8288: a reference that begins with a question mark keeps the path.
				...(next === null ? {} : { Link: `<?${new URLSearchParams(sentAgain)}>; rel="next"` }),
			},
			notes: noNotes,
		};
	};
}

function positionOf(since: string): Position {
	if (!pageEnd.test(since)) return { at: Date.parse(since), ordinal: -1 };
	const [at = 0, ordinal = 0] = since.split('-').map(Number);
	return { at, ordinal };
}

const columns = [
	'transactionId',
	'paymentReference',
	'state',
	'amount',
	'currency',
	'country',
	'at',
] as const satisfies readonly (keyof SettlementRow)[];

/**
 * Returns at most `most` payments after a position, oldest first, and whether all payments of the workspace are stored.
 * It reads all of them, in slices.
 */
async function finalPayments(
	{ store, wallNow }: SettlementDeps,
	workspace: string,
	since: Position | null,
	most: number,
): Promise<{ found: FinalPayment[]; complete: boolean }> {
	let wallMs: number | undefined;
	let read = 0;
	const created = (await store.workspace(workspace))?.created ?? 0;
	let found: FinalPayment[] = [];
	const trim = () => {
		found = found.sort(byPosition).slice(0, most);
	};
	const isWhole = await store.scan(workspace, (payment, record) => {
		// Once the store has read payments: a change of another instance may have moved the clock. One time for all rows, so
		// that none is passed over by `since`.
		wallMs ??= wallNow();
		read += 1;
		const at = becomesFinalAt(payment);
		const position = { at, ordinal: payment.ordinal };
		if (at > nowIn(record, wallMs)) return;
		if (since !== null && byPosition(position, since) <= 0) return;
		found.push({ ...position, payment });
		if (found.length >= most * 2) trim();
	});
	trim();
	// After a reset in the meantime, the workspace has no payments.
	return isWhole ? { found, complete: read >= created } : { found: [], complete: true };
}

function byPosition(one: Position, other: Position): number {
	return one.at - other.at || one.ordinal - other.ordinal;
}

function rowOf({ payment, at }: FinalPayment): SettlementRow {
	const { transactionId, paymentReference, amount, currency, country } = payment;
	return {
		transactionId,
		paymentReference,
		state: stateAt(payment, at),
		amount,
		currency,
		country,
		at: isoTime(at),
	};
}
