/** What `serve` prints after its first line: how to take a first payment, and where things are. */
import { paymentOptionsExample } from './contract/examples.ts';
import { basePathOf, controlPaths, servicePaths } from './contract/routes.ts';
import type { ServeOptions } from './settings/serve-options.ts';
import type { StoreAddress } from './settings/store-address.ts';

type Facts = Omit<ServeOptions, 'controlToken' | 'profile'> & {
	profile: string;
	url: string;
	workspace: string;
	controlToken: string | null;
	/** One line: what is assumed, and what a person has set. */
	gaps: string;
	/** Where payments are kept, and how long. */
	kept: string;
};

export function keptWords(address: StoreAddress, { isNew }: { isNew: boolean }): string {
	if (address.kind === 'memory') return 'store memory: everything is forgotten when it stops';
	const where = address.kind === 'file' ? `file:${address.path}` : address.shown;
	const began = isNew
		? 'begun now'
		: 'begun before, with its settings and payments as they were left';
	return `store ${where}: ${began}`;
}

export function guide(facts: Facts): string {
	const { url, workspace, profile, seed, clock, controlToken, gaps, kept } = facts;
	const base = (facts.publicUrl?.replace(/\/+$/, '') ?? url) + basePathOf(workspace);
	const auth = controlToken === null ? '' : ` -H 'Authorization: Bearer ${controlToken}'`;
	return `
Take a first payment (paste into a shell, then open the address it prints):

${firstPayment(base)}

Reference      ${base}${controlPaths.docs} (try every call; OpenAPI 3.1 at ${controlPaths.openapi})
Control API    curl -s${auth} ${base}${controlPaths.health}
Payments       curl -s${auth} ${base}${controlPaths.payments}
Test customers curl -s${auth} '${base}${controlPaths.customers}?market=CO&count=2'
${controlToken === null ? '' : `Control token  ${controlToken}\n`}
Profile ${profile}, seed ${seed}, clock ${clock}, ${kept}.
What the interface document does not show: ${gaps}.
Each answer names its gaps in X-Sandbox-Assumptions; all of them: ${base}${controlPaths.gaps}
Stop with Ctrl+C.
`;
}

/** Three commands of any POSIX shell, with no tool beyond curl and sed. */
export function firstPayment(url: string): string {
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
	return `ANSWER=$(curl -s ${url}${servicePaths.paymentOptions} -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(request)}')
SESSION=$(echo "$ANSWER" | sed -E 's/.*"sessionId":"([^"]+)".*/\\1/')
CARD=$(echo "$ANSWER" | sed -E 's/.*"paymentOptionId":"([^"]+)","name":"Card".*/\\1/')
curl -s ${url}${servicePaths.hybridPayment} -H 'Content-Type: application/json' \\
  -d "{\\"sessionId\\":\\"$SESSION\\",\\"paymentOptionId\\":\\"$CARD\\"}"`;
}
