/** The texts of all findings: for each code, its severity, why it matters, and what to do. */
import type { GapId } from './gaps/ledger.ts';

/**
 * The severities, the most severe first. `money` and `wrong` fail a build, `risky` deserves a look, `note` is for
 * information.
 */
export const severities = ['money', 'wrong', 'risky', 'note'] as const;

/** The severities that can fail a command: notes never do. */
export const failingSeverities = severities.filter((severity) => severity !== 'note');

export type Severity = (typeof severities)[number];

interface FindingKind {
	readonly severity: Severity;
	/** What the finding costs, or why it matters. */
	readonly text: string;
	readonly fix: string;
	/** `payments`: the finding needs only stored payments, so it is found even if the journal has dropped calls. */
	readonly reads: 'payments' | 'calls';
	/** The id of the assumption that the finding depends on. */
	readonly assumption?: GapId;
}

export const findingTable = {
	amount_implausible: {
		severity: 'money',
		text: 'The amount is 20 times beyond the usual range of the market, or 100 times another payment of the order: a shopper is charged far too much, or you are paid far too little.',
		fix: 'Send major units of the currency, unless amount.unit is minor: 150000 for 150,000 COP, and 59.9 for 59.90 EUR. Convert from your own unit in one place.',
		reads: 'payments',
		assumption: 'D-02',
	},
	duplicate_order: {
		severity: 'money',
		text: 'A shopper can reach the cashier pages of two payments that have the same customer and amount but not the same paymentReference, and the second was created at most a minute after the answer of the first, on the clock of the workspace: the shopper can pay one order twice.',
		fix: 'Create one paymentReference for each order, store it before the call, and send the same one when you retry.',
		reads: 'calls',
	},
	same_reference_confirmed_twice: {
		severity: 'money',
		text: 'Several payments with the same paymentReference were confirmed: the shopper has paid one order more than once.',
		fix: 'Before you create another payment for an order, look up the one that it has. Send the shopper to only one of them.',
		reads: 'payments',
		assumption: 'D-34',
	},
	final_session_reused: {
		severity: 'money',
		text: 'hybrid-payment was called again for a payment that was already final: your system missed the outcome. If the payment was confirmed, the shopper has paid already.',
		fix: 'Store the outcome of each payment. For another attempt, start a new payment with payment-options.',
		reads: 'calls',
		assumption: 'D-33',
	},
	suboption_uuid_sent: {
		severity: 'wrong',
		text: 'optionId had the uuid of a suboption and was refused: the shopper cannot pay with that bank.',
		fix: 'Send the field id of the suboption as optionId, not its field uuid.',
		reads: 'calls',
		assumption: 'D-29',
	},
	option_of_another_session: {
		severity: 'wrong',
		text: 'A call named a payment option that its session does not offer (rule 1 of the service), and was refused.',
		fix: 'Take sessionId and paymentOptionId from the same payment-options response. Do not store option ids for later payments.',
		reads: 'calls',
		assumption: 'D-28',
	},
	currency_mismatch: {
		severity: 'wrong',
		text: 'The currency is not that of the country: the shopper does not get the payment options of the market.',
		fix: 'Send the country of the shopper together with the currency of that country.',
		reads: 'calls',
		assumption: 'D-26',
	},
	refusal_ignored: {
		severity: 'wrong',
		text: 'A call was refused (4xx, or with its error under status 200), and no call followed for that order: the shopper is left without a payment.',
		fix: 'Check the status of every response. Read code, param and fix of the refusal, correct the request, or show the shopper an error.',
		reads: 'calls',
	},
	redirect_not_encoded: {
		severity: 'wrong',
		text: 'redirectUrl had blanks, line breaks or backslashes and was refused: no payment was created.',
		fix: 'Percent-encode every value in redirectUrl, for example with encodeURIComponent.',
		reads: 'calls',
		assumption: 'D-36',
	},
	redirect_ambiguous: {
		severity: 'risky',
		text: 'redirectUrl has a second question mark or a fragment: parameters that the service appends may get lost or end up in another one.',
		fix: 'Percent-encode an address inside a parameter, and send redirectUrl without a fragment.',
		reads: 'payments',
		assumption: 'D-36',
	},
	suboptions_not_listed: {
		severity: 'risky',
		text: 'A bank was chosen without payment-suboptions in that session: a stored list of banks goes out of date.',
		fix: 'Call payment-suboptions in each session, and send an id from its response.',
		reads: 'calls',
		assumption: 'D-32',
	},
	payment_created_twice: {
		severity: 'risky',
		text: 'Two payments with the same paymentReference were created within a minute, and the first was not used although its answer had arrived, or was on its way: one checkout has two payments, and the shopper can pay both.',
		fix: 'Call payment-options once for each checkout, and use its sessionId in the calls that follow. Disable the pay button after the first click.',
		reads: 'calls',
		assumption: 'D-34',
	},
	retry_without_key: {
		severity: 'risky',
		text: 'payment-options was sent again without an idempotency key, after an answer that was lost or a 5xx: the order now may have two payments.',
		fix: 'Send an Idempotency-Key with payment-options, and the same one with each retry. Ask the provider whether the service reads it.',
		reads: 'calls',
		assumption: 'D-35',
	},
	no_return_seen: {
		severity: 'risky',
		text: 'The payment is final, and the shopper never followed the return link: your return page was not tested for this outcome.',
		fix: 'Follow the return link in the test: click it, or send the action "return". Show the outcome on the return page also when it is still open.',
		reads: 'payments',
		assumption: 'D-37',
	},
	undocumented_field: {
		severity: 'risky',
		text: 'A request had a field that the document does not show: the service may ignore or refuse it.',
		fix: 'Leave the field out. The journal entry shows the request.',
		reads: 'calls',
		assumption: 'D-01',
	},
	hybrid_repeated: {
		severity: 'risky',
		text: 'hybrid-payment was called again in a session although its response had arrived: the document does not show what the service does then.',
		fix: 'Call hybrid-payment once for each session, store its redirectUrl, and disable the pay button after the first click.',
		reads: 'calls',
		assumption: 'D-33',
	},
	client_left_early: {
		severity: 'risky',
		text: 'Your system closed the connection before the answer, and does not know the result: the call may have taken effect.',
		fix: 'Wait longer than the slowest answer that you expect. Treat a timeout as an unknown result, not as a failure.',
		reads: 'calls',
	},
	retried_without_pause: {
		severity: 'risky',
		text: 'A failed call was sent again within 100 ms: many clients that do so keep a service down that could recover.',
		fix: 'Wait before a retry, longer each time and with a random part. Follow Retry-After.',
		reads: 'calls',
	},
	expired_session_used: {
		severity: 'risky',
		text: 'A call used a session that had expired, and was refused with 410: the shopper took longer than the session lives.',
		fix: 'Start a new payment with payment-options when a session has expired.',
		reads: 'calls',
		assumption: 'D-21',
	},
	assumption_used: {
		severity: 'note',
		text: 'An assumption of the sandbox shaped the answers: the document does not show the fact.',
		fix: 'Find out what the service does, change the setting if it differs, and confirm the gap in the setting "gaps".',
		reads: 'calls',
	},
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof findingTable;

export const findingCodes = Object.keys(findingTable) as FindingCode[];

export const findingKindOf = (code: FindingCode): FindingKind => findingTable[code];
