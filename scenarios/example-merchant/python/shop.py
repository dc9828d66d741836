"""The example merchant in Python, with the standard library only. Same endpoints and bugs as ../shop.ts.

PAYIN_URL, PORT, SHOP_DB and SHOP_BUGS configure it.
"""

import html
import http.client
import json
import os
import signal
import sys
import tempfile
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote, urlsplit

from bugs import BUGS
from orders import FINAL, Orders

PAYIN = urlsplit(os.environ.get("PAYIN_URL", "http://127.0.0.1:8080"))
TOO_MANY_REQUESTS = 429
# Digits of the minor unit where they are not two.
MINOR_DIGITS = {"CLP": 0, "JPY": 0, "VND": 0, "KWD": 3, "BHD": 3, "TND": 3}


class PayinError(Exception):
    """`refused`: a 4xx. Otherwise try again later, or no readable answer: the call may have taken effect."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status
        self.refused = status is not None and status != TOO_MANY_REQUESTS and 400 <= status < 500


class NotOffered(Exception):
    """The service no longer offers what the shopper chose."""


def post(path, body, headers):
    seconds = 2 if "gives-up-at-2s" in BUGS else 10
    secure = PAYIN.scheme == "https"
    connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = connect(PAYIN.hostname, PAYIN.port, timeout=seconds)
    try:
        sent = {"Content-Type": "application/json", **headers}
        connection.request("POST", PAYIN.path.rstrip("/") + path, json.dumps(body), sent)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


# The bug `crashes-on-html`: a broken answer stays here, and every later call reads it first.
unread_answers = []


def call(path, fields, body, headers=None):
    """The answer of a documented call. `fields` are the documented fields, for a bug that rejects others."""
    request = (path, body, headers or {})
    try:
        try:
            status, text = post(*request)
        except (http.client.HTTPException, ConnectionError):
            if "transport-resends" not in BUGS:
                raise
            status, text = post(*request)
    except (http.client.HTTPException, OSError, UnicodeDecodeError) as error:
        raise PayinError(f"{path}: {error!r}") from error
    if 400 <= status < 500:
        raise PayinError(f"{path}: {status} {text}", status)
    if "crashes-on-html" in BUGS:
        unread_answers.append(text)
        json.loads(unread_answers[0])
        unread_answers.pop()
    try:
        answer = json.loads(text)
    except ValueError as error:
        raise PayinError(f"{path}: {status}, not JSON", status) from error
    if not 200 <= status < 300 or not isinstance(answer, dict):
        raise PayinError(f"{path}: {status}, not the documented answer", status)
    if "breaks-on-unknown-fields" in BUGS and set(answer) - set(fields.split()):
        raise PayinError(f"{path}: unknown fields", status)
    return answer


# What the bugs `cached-options`, `cached-banks` and `reuses-session` remember, by country and option.
option_ids = {}
banks = {}
sessions = {}


# The bug `shares-order`: the order of the latest checkout.
latest = {}

# The bug `bank-return-means-paid`: the orders whose return the shop believes.
believed_orders = set()


def open_session(order, option, bank, key, reference):
    shown = order
    if "shares-order" in BUGS:
        # While this checkout waits, another one replaces its order.
        latest["order"] = order
        time.sleep(0.25)
        shown = latest["order"]
    order_id = shown["id"] if "redirect-not-encoded" in BUGS else quote(shown["id"], safe="")
    amount = order["amount"]
    minor_digits = MINOR_DIGITS.get(order["currency"], 2)
    if "minor-units" in BUGS:
        amount = round(amount * 10**minor_digits)
    if "bank-fee" in BUGS and bank:
        amount = round(amount * 1.05, minor_digits)
    request = {
        "country": order["country"],
        "currency": "USD" if "wrong-currency" in BUGS else order["currency"],
        "amount": amount,
        "redirectUrl": f"{shop_url()}/return?order={order_id}",
        "language": "EN",
        "customer": {name: shown[name] for name in ("name", "email") if shown[name]},
        "paymentReference": reference,
    }
    # For a service that recognises repeats. The document does not show a key.
    headers = {"Idempotency-Key": key}
    fields = "transactionId sessionId paymentOptions"
    if "creates-twice" in BUGS:
        call("/v2/payment-options", fields, request, headers)
    answer = call("/v2/payment-options", fields, request, headers)
    orders.set_transaction(key, answer["transactionId"])
    offered = [one["paymentOptionId"] for one in answer["paymentOptions"] if one["name"] == option]
    if not offered:
        raise NotOffered(f"{option} is not offered for this order.")
    slot = (order["country"], option)
    option_id = option_ids.setdefault(slot, offered[0]) if "cached-options" in BUGS else offered[0]
    return {"sessionId": answer["sessionId"], "paymentOptionId": option_id}, answer["transactionId"]


def cashier_of(session, slot, bank):
    chosen = {}
    if bank is not None and "never-lists-banks" in BUGS:
        chosen = {"optionId": "co-pse-01"}
    elif bank is not None:
        options = banks.get(slot) if "cached-banks" in BUGS else None
        if options is None:
            answer = call("/v2/payment-suboptions", "statusCode resultType result", session)
            options = banks[slot] = answer["result"]["options"]
        listed = [one for one in options if one["name"] == bank]
        if not listed:
            raise NotOffered(f"{bank} is not offered at the moment.")
        chosen = {"optionId": listed[0]["uuid" if "uuid-as-option" in BUGS else "id"]}
    answer = call("/v2/hybrid-payment", "statusCode resultType result", {**session, **chosen})
    return answer["result"]["redirectUrl"]


def pay(order, option, bank, key, reference):
    slot = (order["country"], option)
    if "reuses-session" in BUGS and slot in sessions:
        session, transaction_id = sessions[slot]
        orders.set_transaction(key, transaction_id)
        try:
            return cashier_of(session, slot, bank)
        except PayinError as error:
            # A session that the service forgot is replaced.
            if error.status != 404:
                raise
    session, transaction_id = open_session(order, option, bank, key, reference)
    cashier = cashier_of(session, slot, bank)
    sessions[slot] = (session, transaction_id)
    return cashier


def attempt(order, option, bank, reference):
    # Stored before the call: a lost answer must not lead to a payment that the shop does not know.
    key, is_repeat = orders.begin_payment(order["id"], reference)
    if is_repeat:
        # A service that has just failed is not called again at once.
        time.sleep(0.2)
    try:
        try:
            cashier = pay(order, option, bank, key, reference)
        except (KeyError, TypeError) as error:
            raise PayinError(f"not the documented answer: {error!r}", 200) from error
    except Exception as error:
        orders.set_stopped(key, isinstance(error, PayinError) and not error.refused)
        raise
    orders.set_linked(key)
    return cashier


def checkout(order, option, bank):
    """The shop sends no call twice by itself: the shopper decides whether to try again."""
    try:
        return attempt(order, option, bank, order["id"])
    except PayinError as error:
        if error.status is not None or "new-reference-on-retry" not in BUGS:
            raise
        return attempt(order, option, bank, f"{order['id']}-{uuid.uuid4().hex[:8]}")


BROKEN_SHOP = "Something went wrong in our shop. You have not paid."
AGAIN = "You have not paid. Please try again, or choose another way to pay."
RETURN_TEXTS = {
    "new": "it is not paid yet.",
    "pending": "we wait for the bank. You do not need to do anything.",
    "paid": "it is paid. Thank you!",
    "failed": "the payment did not work. Please try again.",
    "refund_due": "it was paid twice. We refund one payment.",
}


class Shop(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, status, body, headers=None):
        is_page = isinstance(body, str)
        if is_page:
            page = '<!doctype html><meta charset="utf-8"><title>Example shop</title><p>'
            body = f"{page}{html.escape(body)}</p>\n"
        content = (body if is_page else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if is_page else "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        url = urlsplit(self.path)
        match url.path.split("/")[1:]:
            case ["health"]:
                self.reply(200, {"status": "ok"})
            case ["orders", order_id]:
                order = orders.view(unquote(order_id))
                self.reply(200 if order else 404, order or {"error": "There is no such order."})
            case ["return"]:
                self.come_back({name: values[0] for name, values in parse_qs(url.query).items()})
            case _:
                self.reply(404, {"error": "There is no such page."})

    def come_back(self, query):
        """Any visitor can open this address, so it changes nothing."""
        order_id = query.get("order", "")
        if not orders.find(order_id):
            return self.reply(404, "We do not know this order.")
        believed = "trusts-return-query" in BUGS and query.get("status") == "paid"
        if believed or "return-means-paid" in BUGS or order_id in believed_orders:
            orders.believe_paid(order_id)
        if "pays-later-on-return" in BUGS:
            threading.Timer(0.25, orders.believe_paid, [order_id]).start()
        if "error-page-on-return" in BUGS:
            return self.reply(200, BROKEN_SHOP)
        self.reply(200, f"Order {order_id}: {RETURN_TEXTS[orders.view(order_id)['status']]}")

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            body = json.loads(raw)
            match urlsplit(self.path).path.split("/")[1:]:
                case ["orders"]:
                    self.create_order(body)
                case ["orders", order_id, "pay"]:
                    self.pay(unquote(order_id), body["option"], body.get("bank"))
                case ["settle"] if body["state"] in ("processing", *FINAL):
                    order = orders.settle(body["transactionId"], body["state"])
                    self.reply(200 if order else 404, order or {"error": "There is no such transaction."})
                case _:
                    self.reply(404, {"error": "There is no such page, or no such state."})
        except (KeyError, TypeError, ValueError) as error:
            self.reply(400, {"error": f"The body is not as expected: {error!r}"})

    def create_order(self, body):
        if not body["id"] or not body["amount"] > 0 or not body["currency"] or not body["country"]:
            raise ValueError("id, amount, currency and country are needed")
        created = orders.create(body)
        order = orders.view(body["id"]) if created else {"error": "This order exists already."}
        self.reply(201 if created else 409, order)

    def pay(self, order_id, option, bank):
        order = orders.find(order_id)
        if not order:
            return self.reply(404, "We do not know this order.")
        if orders.view(order_id)["status"] in ("paid", "refund_due"):
            return self.reply(409, "This order is paid already.")
        if bank and "bank-return-means-paid" in BUGS:
            believed_orders.add(order_id)
        try:
            cashier = checkout(order, option, bank)
            self.reply(303, "To the cashier", {"Location": cashier})
        except NotOffered as error:
            self.reply(409, f"{error} {AGAIN}")
        except PayinError as error:
            print(f"order {order_id}: {error}", file=sys.stderr)
            if not error.refused:
                self.reply(503, f"The payment service does not answer at the moment. {AGAIN}")
            elif "ignores-4xx" in BUGS:
                self.reply(200, "Thank you for your order!")
            else:
                self.reply(502, f"The payment service refused this payment. {AGAIN}")
        except Exception as error:  # A shop that fails says so, and does not leave the shopper waiting.
            print(f"order {order_id}: {error!r}", file=sys.stderr)
            self.reply(500, BROKEN_SHOP)


def shop_url():
    return f"http://127.0.0.1:{server.server_address[1]}"


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f"example merchant listening on {shop_url()}, service {PAYIN.geturl()}, "
          f"bugs: {', '.join(sorted(BUGS)) or 'none'}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


with tempfile.TemporaryDirectory(prefix="example-merchant-") as folder:
    orders = Orders(os.environ.get("SHOP_DB") or os.path.join(folder, "shop.db"))
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Shop)
    main()
