"""The bugs that SHOP_BUGS switches on. ../bugs.ts says what each one does."""

import os
import sys

KNOWN_BUGS = """minor-units bank-fee wrong-currency redirect-not-encoded new-reference-on-retry
    transport-resends gives-up-at-2s ignores-4xx crashes-on-html breaks-on-unknown-fields cached-options
    uuid-as-option never-lists-banks cached-banks creates-twice reuses-session shares-order
    return-means-paid bank-return-means-paid pays-later-on-return error-page-on-return trusts-return-query
    credits-first-link-only credits-last-link-only ignores-late-duplicates counts-each-report
    duplicate-check-drops-success""".split()
BUGS = {name.strip() for name in os.environ.get("SHOP_BUGS", "").split(",") if name.strip()}

if BUGS - set(KNOWN_BUGS):
    unknown = ", ".join(sorted(BUGS - set(KNOWN_BUGS)))
    print(f"SHOP_BUGS has unknown names: {unknown}. Known: {', '.join(KNOWN_BUGS)}.", file=sys.stderr)
    sys.exit(2)
