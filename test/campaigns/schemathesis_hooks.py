"""What the fuzzer has to know beyond the document."""

import json
import urllib.request

import schemathesis


def call_of(context_or_case):
    return context_or_case.operation.definition.raw.get("operationId")


@schemathesis.hook
def map_body(context, body):
    # A schema cannot count significant digits; fifteen are what a JSON number carries exactly.
    if call_of(context) == "paymentOptions" and isinstance(body, dict):
        if isinstance(body.get("amount"), float):
            return {**body, "amount": float(f"{body['amount']:.15g}")}
    return body


@schemathesis.hook
def map_query(context, query):
    # Waiting is by wall time.
    if isinstance(query, dict) and "until" in query:
        return {**query, "timeout": "10ms"}
    return query


@schemathesis.hook
def after_call(context, case, response):
    # Answers held back for a century, or a sandbox that is full, would starve the run, as they should.
    if call_of(case) != "putSettings" or response.status_code != 200:
        return
    restored = json.dumps({"latency": None, "limits": None}).encode()
    headers = {"Content-Type": "application/json"}
    url = response.request.url
    request = urllib.request.Request(url, restored, headers, method="PUT")
    urllib.request.urlopen(request, timeout=10).close()
