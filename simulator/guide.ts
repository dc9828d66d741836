/** The text that `serve` prints after its first line: how to make a first payment, and the addresses of the sandbox. */
import { paymentOptionsExample } from './contract/examples.ts';
import {
	controlPaths,
	documentedPathVersion,
	servicePathIn,
	shownVersionOf,
} from './contract/routes.ts';
import type { ServeOptions } from './settings/serve-options.ts';
import type { StoreAddress } from './settings/store-address.ts';

type Facts = Pick<ServeOptions, 'seed' | 'clock'> & {
	profile: string;
	/** The versions of the calls that are served (D-22). */
	versions: readonly string[];
	/** The base address of the workspace, without a trailing slash. */
	base: string;
	controlToken: string | null;
	/** Whether to show the control token. False for a token that was given, and on the page at `/`, which needs none. */
	showsToken: boolean;
	/** One line that says how many gaps are assumed, and which the user has set. */
	gaps: string;
	/** Where payments are stored, in words. */
	store: string;
};

export function describeStore(address: StoreAddress, { isNew }: { isNew: boolean }): string {
	if (address.kind === 'memory') return 'memory: payments are lost when the server stops';
	const where = address.kind === 'file' ? `file:${address.path}` : address.shown;
	return `${where}: ${isNew ? 'new' : 'existing, with its own settings and payments'}`;
}

export function guideText(facts: Facts): string {
	const { base, profile, versions, seed, clock, controlToken, showsToken, gaps, store } = facts;
	const token = showsToken ? controlToken : '<token>';
	const auth = controlToken === null ? '' : ` -H 'Authorization: Bearer ${token}'`;
	// With a token, name the JSON instead of the page: a browser cannot send the token when it opens a page.
	const reference =
		controlToken === null
			? `${base}${controlPaths.docs} (try every call; OpenAPI 3.1 at ${controlPaths.openapi})`
			: `curl -s${auth} ${base}${controlPaths.openapi}`;
	return `
Make a first payment (paste into a shell, then open the address it prints):

${firstPaymentCommands(base, shownVersionOf(versions))}

${controlToken === null ? `Start page     ${base}/ (take a payment by a click)\n` : ''}Reference      ${reference}
Control API    curl -s${auth} ${base}${controlPaths.health}
Payments       curl -s${auth} ${base}${controlPaths.payments}
Test customers curl -s${auth} '${base}${controlPaths.customers}?market=CO&count=2'
${controlToken === null || !showsToken ? '' : `Control token  ${controlToken}\n`}
Profile ${profile}, seed ${seed}, clock ${clock}, store ${store}.
What the interface document does not show: ${gaps}.
Each answer names its gaps in X-Sandbox-Assumptions; all of them: ${base}${controlPaths.gaps}
Stop with Ctrl+C.
`;
}

/** The shell commands of a first payment, for any POSIX shell with curl and sed. */
export function firstPaymentCommands(url: string, version: string = documentedPathVersion): string {
	const { country, currency, amount, redirectUrl, language, customer, paymentReference } =
		paymentOptionsExample;
	const { name, email, phone } = customer;
	const request = {
		country,
		currency,
		amount,
		redirectUrl,
		language,
		customer: { name, email, phone },
		paymentReference,
	};
	return `ANSWER=$(curl -s ${url}${servicePathIn(version, 'paymentOptions')} -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(request)}')
SESSION=$(echo "$ANSWER" | sed -E 's/.*"sessionId":"([^"]+)".*/\\1/')
CARD=$(echo "$ANSWER" | sed -E 's/.*"paymentOptionId":"([^"]+)","name":"Card".*/\\1/')
curl -sw '\\n' ${url}${servicePathIn(version, 'hybridPayment')} -H 'Content-Type: application/json' \\
  -d "{\\"sessionId\\":\\"$SESSION\\",\\"paymentOptionId\\":\\"$CARD\\"}"`;
}
