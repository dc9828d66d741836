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
def filter_case(context, case):
    # The format knows no letters beyond ASCII in an address; browsers do, and so does the sandbox.
    if call_of(case) == "paymentOptions" and isinstance(case.body, dict):
        address = case.body.get("redirectUrl")
        return not isinstance(address, str) or address.isascii()
    return True


@schemathesis.hook
def after_call(context, case, response):
    # The document shows the service as it is assumed: other settings make another one, with other answers.
    if response.status_code not in (200, 201) or not isinstance(case.body, dict):
        return
    if call_of(case) == "putSettings":
        again(response.request, body={name: None for name in case.body})
    if call_of(case) == "putWorkspace" and case.body.get("settings"):
        again(response.request, body={})
    if call_of(case) in ("addFaults", "putFault"):
        path = response.request.url.split("/faults")[0] + "/faults"
        again(response.request, "DELETE", path)


def again(request, method="PUT", url=None, body=None):
    """A call for the same workspace, to the same address if no other is given."""
    headers = {"Content-Type": "application/json"}
    workspace = request.headers.get("X-Sandbox-Workspace")
    if workspace is not None:
        headers["X-Sandbox-Workspace"] = workspace
    sent = None if body is None else json.dumps(body).encode()
    urllib.request.urlopen(
        urllib.request.Request(url or request.url, sent, headers, method=method), timeout=10
    ).close()
