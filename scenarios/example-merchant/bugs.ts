/** The bugs that `SHOP_BUGS` switches on. In the other files, a condition shows what each bug changes. */
export const bugs = {
	'minor-units': {
		title: 'Sends the amount in minor units of the currency.',
		foundBy: 'an order in a currency that has decimals',
	},
	'bank-fee': {
		title: 'Adds five percent to the amount of a bank payment.',
		foundBy: 'any bank payment',
	},
	'wrong-currency': {
		title: 'Sends USD in every country.',
		foundBy: 'any checkout',
	},
	'redirect-not-encoded': {
		title: 'Puts the order id into the return address as it is.',
		foundBy: 'an order whose id needs encoding',
	},
	'new-reference-on-retry': {
		title: 'Repeats payment-options under a new reference after a lost answer.',
		foundBy:
			'a load run with `--profile idempotency`: no shopper can pay the first payment, so no story fails',
	},
	'transport-resends': {
		title: 'Its HTTP transport sends a POST again at once when the connection is cut.',
		foundBy: 'a lost answer of any call',
	},
	'gives-up-at-2s': {
		title: 'Waits two seconds for an answer instead of ten.',
		foundBy: 'an answer that takes three seconds',
	},
	'ignores-4xx': {
		title: 'Thanks the shopper after a refusal.',
		foundBy: 'a refused call, such as a bank that is refused after listing',
	},
	'crashes-on-html': {
		title: 'Stops working after an answer that is not JSON.',
		foundBy: 'an HTML error page',
	},
	'breaks-on-unknown-fields': {
		title: 'Rejects an answer with a field that it does not know.',
		foundBy: 'answers with additional fields',
	},
	'cached-options': {
		title: 'Keeps the ids of payment options for later sessions.',
		foundBy: 'a second order with the same option',
	},
	'uuid-as-option': {
		title: 'Sends the uuid of a bank as optionId.',
		foundBy: 'any bank payment',
	},
	'never-lists-banks': {
		title: 'Sends a fixed bank id without payment-suboptions.',
		foundBy: 'any bank payment',
	},
	'cached-banks': {
		title: 'Keeps the list of banks for later sessions.',
		foundBy: 'a second bank payment',
	},
	'creates-twice': {
		title: 'Calls payment-options twice in each checkout, and uses the second answer.',
		foundBy: 'any checkout',
	},
	'reuses-session': {
		title: 'Sends the next shopper to the session of an earlier order.',
		foundBy: 'a new order after a final one',
	},
	'shares-order': {
		title: 'Keeps the order of the latest checkout in a variable that all checkouts share.',
		foundBy: 'two shoppers who check out at the same time',
	},
	'return-means-paid': {
		title: 'Marks the order as paid when the shopper returns.',
		foundBy: 'a return while the payment is processing, or after a decline',
	},
	'bank-return-means-paid': {
		title: 'Marks an order that is paid by bank as paid when the shopper returns.',
		foundBy: 'a return while a bank payment is processing',
	},
	'pays-later-on-return': {
		title: 'Marks the order as paid a quarter of a second after the shopper returns.',
		foundBy: 'a return while the payment is processing, or after a decline',
	},
	'error-page-on-return': {
		title: 'Shows its error page, with status 200, to each shopper who returns.',
		foundBy: 'any return, while the payment is processing or confirmed',
	},
	'trusts-return-query': {
		title: 'Marks the order as paid when the return address has status=paid.',
		foundBy: 'a forged return',
	},
	'credits-first-link-only': {
		title: 'Ignores payments of all links of an order but the first.',
		foundBy: 'an order with two links, paid with the second',
	},
	'credits-last-link-only': {
		title: 'Ignores payments of all links of an order but the last.',
		foundBy: 'an order with two links, paid with the first',
	},
	'ignores-late-duplicates': {
		title: 'Ignores the late confirmation of a payment when another one has paid the order.',
		foundBy: 'an order with two payments, the first of which is confirmed after it expired',
	},
	'counts-each-report': {
		title: 'Counts a payment again each time it learns that it is confirmed.',
		foundBy: 'a final state that is reported twice',
	},
	'duplicate-check-drops-success': {
		title: 'Keeps only the first final state of an order.',
		foundBy: 'a confirmation after a decline',
	},
} as const satisfies Record<string, { title: string; foundBy: string }>;

export type Bug = keyof typeof bugs;
export type Bugs = ReadonlySet<Bug>;

/** Parses the comma-separated names in `SHOP_BUGS`. */
export function parseBugs(list: string): Bugs {
	const names = list.split(',').flatMap((name) => name.trim() || []);
	const unknown = names.filter((name) => !Object.hasOwn(bugs, name));
	if (unknown.length > 0) {
		const known = Object.keys(bugs).join(', ');
		throw new Error(`SHOP_BUGS has unknown names: ${unknown.join(', ')}. Known: ${known}.`);
	}
	return new Set(names as Bug[]);
}
