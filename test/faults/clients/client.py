"""Posts the same body twice over one connection, and prints what happened to the second call."""

import http.client
import sys
from urllib.parse import urlsplit

url, body, *headers = sys.argv[1:]
target = urlsplit(url)
connection = http.client.HTTPConnection(target.netloc, timeout=10)
sent = {"Content-Type": "application/json", **dict(header.split(": ") for header in headers)}


def post():
    connection.request("POST", target.path, body, sent)
    return len(connection.getresponse().read())


post()
try:
    post()
    print("answered")
except (http.client.HTTPException, OSError) as failure:
    print(f"failed: {type(failure).__name__}")
