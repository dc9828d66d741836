/** Orders and their payments, in SQLite. */
import { randomUUID } from 'node:crypto';
import sqlite from 'node-sqlite3-wasm';
import type { Bugs } from './bugs.ts';

export interface Order {
	id: string;
	amount: number;
	currency: string;
	country: string;
	email: string | null;
	name: string | null;
}

export const settledStates = [
	'processing',
	'confirmed',
	'declined',
	'cancelled',
	'expired',
] as const;

export type SettledState = (typeof settledStates)[number];

/** A payment before its first call, with the key and reference by which the service recognises a repeat. */
export interface PaymentIntent {
	key: string;
	reference: string;
	isRepeat: boolean;
}

/** `refund_due`: the shopper paid twice. */
export type OrderStatus = 'new' | 'pending' | 'paid' | 'failed' | 'refund_due';

export interface OrderView extends Pick<Order, 'id' | 'amount' | 'currency'> {
	status: OrderStatus;
	payments: { transactionId: string | null; state: string }[];
}

/**
 * `payments.state` is a settled state or one of these: `calling` before the first answer; `unclear` if the service may
 * have a payment that the shop does not know; `stopped` if the shopper got an error; `linked` if the shopper was sent
 * to the cashier.
 */
const schema = `
	CREATE TABLE IF NOT EXISTS orders (
		id TEXT PRIMARY KEY, amount REAL NOT NULL, currency TEXT NOT NULL, country TEXT NOT NULL,
		email TEXT, name TEXT
	);
	CREATE TABLE IF NOT EXISTS payments (
		position INTEGER PRIMARY KEY, orderId TEXT NOT NULL REFERENCES orders, key TEXT NOT NULL,
		reference TEXT NOT NULL, transactionId TEXT, state TEXT NOT NULL
	);
	CREATE INDEX IF NOT EXISTS byOrder ON payments (orderId);
	CREATE INDEX IF NOT EXISTS byTransaction ON payments (transactionId);
	-- The shop ended during a call.
	UPDATE payments SET state = 'unclear' WHERE state = 'calling';
`;

export type OrderStore = ReturnType<typeof openOrderStore>;

export function openOrderStore(file: string, bugs: Bugs) {
	const db = new sqlite.Database(file);
	db.exec(schema);

	const paymentsOf = (id: string) =>
		db.all('SELECT transactionId, state FROM payments WHERE orderId = ? ORDER BY position', [
			id,
		]) as unknown as OrderView['payments'];

	function find(id: string): Order | null {
		return db.get('SELECT * FROM orders WHERE id = ?', [id]) as unknown as Order | null;
	}

	function view(id: string): OrderView | null {
		const order = find(id);
		if (!order) return null;
		const payments = paymentsOf(id);
		const { amount, currency } = order;
		return { id, status: statusOf(payments.map(({ state }) => state)), amount, currency, payments };
	}

	return {
		find,
		view,

		/** Stores an order. Returns false if the shop has another order with this id. */
		create({ id, amount, currency, country, email, name }: Order): boolean {
			const values = [id, amount, currency, country, email, name];
			return db.run('INSERT OR IGNORE INTO orders VALUES (?, ?, ?, ?, ?, ?)', values).changes === 1;
		},

		/**
		 * Begins a payment of an order. An unclear payment is repeated with the same key and reference; otherwise a new one
		 * begins.
		 */
		beginPayment(orderId: string, reference = orderId): PaymentIntent {
			const unclear = db.get(
				`UPDATE payments SET state = 'calling' WHERE position = (
					SELECT min(position) FROM payments WHERE orderId = ? AND reference = ? AND state = 'unclear'
				) RETURNING key`,
				[orderId, reference],
			);
			if (unclear) return { key: String(unclear.key), reference, isRepeat: true };
			const key = randomUUID();
			db.run("INSERT INTO payments (orderId, key, reference, state) VALUES (?, ?, ?, 'calling')", [
				orderId,
				key,
				reference,
			]);
			return { key, reference, isRepeat: false };
		},

		setTransaction({ key }: PaymentIntent, transactionId: string) {
			db.run('UPDATE payments SET transactionId = ? WHERE key = ?', [transactionId, key]);
		},

		/** Notes that the shopper was sent to the cashier. */
		setLinked({ key }: PaymentIntent) {
			db.run("UPDATE payments SET state = 'linked' WHERE key = ? AND state = 'calling'", [key]);
		},

		/** Notes that the shopper got an error. A payment whose transaction id is known is never repeated. */
		setStopped({ key }: PaymentIntent, isUnclear: boolean) {
			db.run(
				`UPDATE payments SET state = iif(? AND transactionId IS NULL, 'unclear', 'stopped')
				 WHERE key = ? AND state = 'calling'`,
				[isUnclear, key],
			);
		},

		/** Stores the final state from a settlement file. Returns null if the shop does not know the transaction. */
		settle(transactionId: string, state: SettledState): OrderView | null {
			const row = db.get('SELECT orderId FROM payments WHERE transactionId = ?', [transactionId]);
			if (!row) return null;
			const orderId = String((row as { orderId: unknown }).orderId);
			const payments = paymentsOf(orderId);
			const links = payments.filter((payment) => payment.transactionId !== null);
			const isPaid = links.some((payment) => payment.state === 'confirmed');
			const isEnded = links.some(
				(payment) => payment.transactionId === transactionId && isSettled(payment.state),
			);
			const isFinal = payments.some((payment) => isSettled(payment.state));
			const isIgnored =
				(bugs.has('credits-first-link-only') && links[0]?.transactionId !== transactionId) ||
				(bugs.has('credits-last-link-only') && links.at(-1)?.transactionId !== transactionId) ||
				(bugs.has('ignores-late-duplicates') && isEnded && isPaid) ||
				(bugs.has('duplicate-check-drops-success') && isFinal);
			if (bugs.has('counts-each-report') && state === 'confirmed') {
				db.run(
					`INSERT INTO payments (orderId, key, reference, state)
					 SELECT orderId, key || '-again', reference, state FROM payments
					 WHERE transactionId = ? AND state = 'confirmed'`,
					[transactionId],
				);
			}
			if (!isIgnored) {
				// A confirmed payment stays confirmed: a settlement may repeat rows and deliver them late.
				db.run("UPDATE payments SET state = ? WHERE transactionId = ? AND state <> 'confirmed'", [
					state,
					transactionId,
				]);
			}
			return view(orderId);
		},

		/** Two bugs of the return page: the newest payment of the order is marked as paid. */
		believePaid(orderId: string) {
			db.run(
				`UPDATE payments SET state = 'confirmed' WHERE position = (
					SELECT max(position) FROM payments WHERE orderId = ?
				)`,
				[orderId],
			);
		},
	};
}

const isSettled = (state: string) =>
	state !== 'processing' && (settledStates as readonly string[]).includes(state);

function statusOf(states: readonly string[]): OrderStatus {
	const confirmed = states.filter((state) => state === 'confirmed').length;
	if (confirmed > 1) return 'refund_due';
	if (confirmed === 1) return 'paid';
	if (states.some((state) => state === 'linked' || state === 'processing')) return 'pending';
	return states.some(isSettled) ? 'failed' : 'new';
}
