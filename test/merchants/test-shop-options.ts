/** What a test shop does in a way of its own, and what a wrong one does wrong. */
export interface TestShopOptions {
	/** The address of the sandbox. */
	sandbox: string;
	/** Headers of each call of the service. */
	serviceHeaders?: Readonly<Record<string, string>>;
	/** An order whose checkout failed is never checked out again. */
	givesUp?: boolean;
	/** The wrong shop: an order is paid this long after its shopper returned. */
	paysAfterReturnMs?: number;
	/**
	 * The wrong shop: when the next order comes, each order whose shopper returned is paid, each paid one fails, or each
	 * paid one is forgotten.
	 */
	withNextOrder?: 'pays returned' | 'fails paid' | 'forgets paid';
	/** The wrong shop: it sends every shopper to the session, or to the address, of its first order. */
	reuses?: 'session' | 'address';
	/** Reported states are applied this long after their report, as by a queue. */
	settlesAfterMs?: number;
	/** The wrong shop: this reported state makes an order paid. */
	paysOn?: 'declined' | 'expired';
	/** The wrong shop: it takes the first bank for one that is not listed. */
	takesAnyBank?: boolean;
	/** The wrong shop: reports about an order are ignored from the first with this state on. */
	ignoresAfter?: 'cancelled' | 'expired' | 'declined';
	/** The wrong shop: once a payment was cancelled, every checkout shows an error. */
	breaksWhenCancelled?: boolean;
	/** The shop sends the shopper of an order to its open payment. The wrong shop: also when that has ended. */
	keepsAddress?: 'until ended' | 'always';
	/** The wrong shop: an order that was shown as paid this often is then failed, or to be refunded. */
	losesPaidAfterReads?: number;
	refundsPaidAfterReads?: number;
	/** The first reads of orders, as many as this, return status 503. */
	refusedReads?: number;
	/** Reads of orders take this long, after the first ones. */
	slowReads?: { after: number; ms: number };
	/** The page of an order shows it this long after it was created. Until then the shop does not know it. */
	showsOrderAfterMs?: number;
	/** The wrong shop: for this long after its shopper returned, the page of an order is not found. */
	hidesReturnedMs?: number;
	/** The shop tries the session of the order's last checkout again, and starts another one if the service refuses it. */
	keepsSession?: boolean;
	/**
	 * Which reports the shop refuses: with 409 those that it has, or those about paid orders; with 503 and Retry-After each
	 * one at first. The wrong shop: every report.
	 */
	refusesReports?: 'known' | 'of paid orders' | 'at first' | 'always';
	/** The options that the shop offers. It refuses others before it calls the service. */
	offers?: readonly string[];
	/** An order whose checkout failed is deleted. */
	forgetsFailed?: boolean;
	/** The wrong shop: an order whose checkout failed stays locked, and open. */
	locksAfterFailed?: boolean;
	/** The wrong shop: the first report that a payment was declined fails its order, also when that is paid. */
	failsPaidOnDecline?: boolean;
	/** The wrong shop: after this long it shows an error, and leaves its call of the service open. */
	abandonsCallsAfterMs?: number;
	/** The shop sends no paymentReference. */
	omitsReferences?: boolean;
	/** It waits only this long for an answer of hybrid-payment. Without it, it waits for minutes. */
	hybridTimeoutMs?: number;
	/** A call that is answered with 429 is sent again after this long, once. The wrong shop: before Retry-After. */
	retriesAfterMs?: number;
	/** What the shop does wrong with payments, it does only with bank payments. */
	isWrongOnlyByBank?: boolean;
	/**
	 * An order whose payment failed may be checked out again. The wrong shop: once a payment of an order was declined,
	 * reports of its other payments are ignored.
	 */
	retriesFailed?: 'right' | 'ignores new payments';
	/** The wrong shop: it takes a paid order to the cashier again. */
	chargesPaid?: boolean;
	/** How the shop answers the checkout of a paid order. */
	paidPage?: 'status 409' | 'paid page';
	/** The wrong shop: the last report decides, of whichever payment of the order. */
	lastReportDecides?: boolean;
	/** The wrong shop: what it does in a country that it sold to later than to others. */
	inNewMarket?: {
		country: string;
		does: 'drops cents' | 'shows an error' | 'pays on return' | 'sends CO';
	};
	/** The shop calls payment-options when an order is created, and not in its checkout. */
	startsSessionWithOrder?: boolean;
	/** The shop keeps the session of an order, and chooses again in it, until its payment has ended or the service refuses it. */
	keepsOpenSession?: boolean;
	/** References of payments do not name their order. */
	hasOpaqueReferences?: boolean;
	/** The wrong shop: all its payments have this reference. */
	sharedReference?: string;
	/** The wrong shop: what a payment has of the order before. */
	takesFromOrderBefore?: 'customer' | 'return address';
	/** The wrong shop: two shoppers who check out at the same time get the cashier of each other. One alone waits. */
	swapsSessions?: boolean;
	/** The wrong shop: it keeps the order of the latest checkout in a variable that its requests share. */
	sharesOrder?: boolean;
	/** The wrong shop: it builds the address of the cashier from the address of the calls, instead of using redirectUrl. */
	buildsAddress?: boolean;
	/** The wrong shop: it thanks the shopper when this call of the service fails. */
	thanksAfterFailed?: 'payment-options' | 'payment-suboptions' | 'hybrid-payment';
	/** The wrong shop: after a failed checkout, each later checkout of that shopper is an error. */
	blocksAfterFailed?: boolean;
	/** The wrong shop: the end of a checkout makes its order open, also if it has been paid meanwhile. */
	reopensPaid?: boolean;
	/** The wrong shop: the same report twice at the same time makes its order fail. */
	failsReportsAtOnce?: boolean;
	/** The wrong shop: an order keeps the bank with which it was created. */
	keepsBank?: boolean;
	/** The wrong shop: it asks for the list of banks of each option but the card. */
	listsEachOption?: boolean;
	/** The wrong shop: it keeps the cashier's address of a browser, and sends the browser's next order there too. */
	keepsAddressOfBrowser?: boolean;
	/** The wrong shop: an order keeps the option and the bank with which it was created. */
	keepsMethod?: boolean;
	/** The wrong shop: of two checkouts of an order at the same time, it forgets the payment of the first. */
	forgetsFirstClick?: boolean;
	/** A payment that is confirmed after it has expired is to be refunded. */
	refundsLate?: boolean;
	/** The wrong shop: where its return leads to, instead of a page of its own. */
	returnsTo?: 'a new payment' | 'the service';
	/** The wrong shop: its return page always shows its first order. */
	showsOrder?: 'first';
	/** The wrong shop: its return page shows the customer of its first order, and no order. */
	showsCustomer?: 'first';
	/** The checkout creates the order, once the cashier is known: there is no `prepare`. */
	ordersAtCheckout?: boolean;
	/** How the shop answers for an order that it does not have. */
	unknownOrder?: 'status 400' | 'status 404' | 'status 422' | 'status 503' | 'no answer';
	/** The wrong shop: a return address whose query contains this text makes its order paid. */
	trustsReturnQuery?: string;
	/** The end of each return address. An address without it is an error. */
	returnQuery?: string;
	/** The cookie of a new order, as in `Set-Cookie`. Its return page is an error without the cookie. */
	cookie?(reference: string): string;
	/** A text at the end of each return page. */
	returnText?: string;
	beforeRedirect?(): Promise<unknown>;
}
