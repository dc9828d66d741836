"""Orders and their payments, in SQLite."""

import sqlite3
import threading
import uuid

from bugs import BUGS

FINAL = ("confirmed", "declined", "cancelled", "expired")


class Orders:
    """All threads share one connection.

    payments.state is a settled state, or: calling before the first answer, unclear when the service may have a
    payment that the shop does not know, stopped when the shopper got an error, linked when the shopper got the cashier.
    """

    SCHEMA = """
        CREATE TABLE IF NOT EXISTS orders (
            id TEXT PRIMARY KEY, amount NUMERIC, currency TEXT, country TEXT, email TEXT, name TEXT);
        CREATE TABLE IF NOT EXISTS payments (
            position INTEGER PRIMARY KEY, orderId TEXT, key TEXT, reference TEXT, transactionId TEXT, state TEXT);
        CREATE INDEX IF NOT EXISTS byOrder ON payments (orderId);
        CREATE INDEX IF NOT EXISTS byTransaction ON payments (transactionId);
        UPDATE payments SET state = 'unclear' WHERE state = 'calling';
    """

    def __init__(self, file):
        self.lock = threading.RLock()
        self.db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.executescript(self.SCHEMA)

    def query(self, sql, *values):
        with self.lock:
            return self.db.execute(sql, values).fetchall()

    def find(self, order_id):
        return next(iter(self.query("SELECT * FROM orders WHERE id = ?", order_id)), None)

    def create(self, order):
        fields = [order.get(name) for name in ("id", "amount", "currency", "country", "email", "name")]
        sql = "INSERT OR IGNORE INTO orders VALUES (?, ?, ?, ?, ?, ?) RETURNING id"
        return bool(self.query(sql, *fields))

    def view(self, order_id):
        order = self.find(order_id)
        if not order:
            return None
        sql = "SELECT transactionId, state FROM payments WHERE orderId = ? ORDER BY position"
        payments = [dict(row) for row in self.query(sql, order_id)]
        states = [payment["state"] for payment in payments]
        status = "new"
        if "confirmed" in states:
            status = "refund_due" if states.count("confirmed") > 1 else "paid"
        elif "linked" in states or "processing" in states:
            status = "pending"
        elif any(state in FINAL for state in states):
            status = "failed"
        known = {name: order[name] for name in ("id", "amount", "currency")}
        return {**known, "status": status, "payments": payments}

    def begin_payment(self, order_id, reference):
        """Its key, and whether it repeats an unclear payment; otherwise a new payment begins."""
        with self.lock:
            sql = "SELECT key FROM payments WHERE orderId = ? AND reference = ? AND state = 'unclear'"
            for row in self.query(sql, order_id, reference):
                self.query("UPDATE payments SET state = 'calling' WHERE key = ?", row["key"])
                return row["key"], True
            key = str(uuid.uuid4())
            sql = "INSERT INTO payments (orderId, key, reference, state) VALUES (?, ?, ?, 'calling')"
            self.query(sql, order_id, key, reference)
            return key, False

    def set_transaction(self, key, transaction_id):
        self.query("UPDATE payments SET transactionId = ? WHERE key = ?", transaction_id, key)

    def set_linked(self, key):
        self.query("UPDATE payments SET state = 'linked' WHERE key = ? AND state = 'calling'", key)

    def set_stopped(self, key, is_unclear):
        """A payment whose transaction is known is never repeated."""
        sql = """UPDATE payments SET state =
            CASE WHEN ? AND transactionId IS NULL THEN 'unclear' ELSE 'stopped' END
            WHERE key = ? AND state = 'calling'"""
        self.query(sql, is_unclear, key)

    def settle(self, transaction_id, state):
        with self.lock:
            rows = self.query("SELECT orderId FROM payments WHERE transactionId = ?", transaction_id)
            if not rows:
                return None
            order_id = rows[0]["orderId"]
            payments = self.view(order_id)["payments"]
            links = [one["transactionId"] for one in payments if one["transactionId"]]
            is_final = any(one["state"] in FINAL for one in payments)
            only = {"credits-first-link-only": links[0], "credits-last-link-only": links[-1]}
            ignored = any(bug in BUGS and link != transaction_id for bug, link in only.items())
            if "ignores-late-duplicates" in BUGS and any(one["state"] == "confirmed" for one in payments):
                ended = [one["transactionId"] for one in payments if one["state"] in FINAL]
                ignored = ignored or transaction_id in ended
            if "counts-each-report" in BUGS and state == "confirmed":
                self.query(
                    """INSERT INTO payments (orderId, key, reference, state)
                    SELECT orderId, key || '-again', reference, state FROM payments
                    WHERE transactionId = ? AND state = 'confirmed'""",
                    transaction_id,
                )
            if not ignored and not ("duplicate-check-drops-success" in BUGS and is_final):
                # A confirmed payment stays confirmed: a settlement may repeat rows and deliver them late.
                sql = "UPDATE payments SET state = ? WHERE transactionId = ? AND state <> 'confirmed'"
                self.query(sql, state, transaction_id)
            return self.view(order_id)

    def believe_paid(self, order_id):
        """The bugs of the return page: the newest payment of the order counts as paid."""
        self.query(
            """UPDATE payments SET state = 'confirmed' WHERE position =
            (SELECT max(position) FROM payments WHERE orderId = ?)""",
            order_id,
        )
