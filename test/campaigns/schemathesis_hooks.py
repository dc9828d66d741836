"""What the fuzzer has to know beyond the document."""

import schemathesis


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    call = context.operation.definition.raw.get("operationId")
    # A schema cannot count significant digits; fifteen are what a JSON number carries exactly.
    if call == "paymentOptions" and isinstance(body.get("amount"), float):
        return {**body, "amount": float(f"{body['amount']:.15g}")}
    # Settings that hold answers back or fill the sandbox up would starve the run, as they should.
    if call == "putSettings":
        return {key: value for key, value in body.items() if key not in ("latency", "limits")}
    return body


@schemathesis.hook
def map_query(context, query):
    # Waiting is by wall time.
    if isinstance(query, dict) and "until" in query:
        return {**query, "timeout": "10ms"}
    return query
