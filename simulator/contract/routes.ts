/** Paths and header names. This file imports nothing, so that k6 can load it. */

/** The three documented calls (service-interface.md, Endpoints). */
export const servicePaths = {
	paymentOptions: '/v2/payment-options',
	paymentSuboptions: '/v2/payment-suboptions',
	hybridPayment: '/v2/hybrid-payment',
} as const;

export type ServiceCall = keyof typeof servicePaths;

export const serviceCalls = Object.keys(servicePaths) as ServiceCall[];

/** The version in the path of every documented endpoint. */
export const documentedVersion = 'v2';

/** The same call in another version, should one be served (D-22). */
export const servicePathIn = (version: string, call: ServiceCall) =>
	servicePaths[call].replace(`/${documentedVersion}/`, `/${version}/`);

/** What answers: latency may be set for each but `control`, which never waits. */
export type Endpoint = ServiceCall | 'cashier' | 'control';

/** The hosted cashier page; the document fixes the path and the `sessionId` query parameter. */
export const cashierPath = '/pay';

/** Style and script of the cashier pages, relative to the page. */
export const cashierAssets = '/pay/assets';

const control = '/_sandbox';

/** The control API: an extension of the sandbox, never part of the service. */
export const controlPaths = {
	root: control,
	health: `${control}/health`,
	ready: `${control}/ready`,
	payments: `${control}/payments`,
	clock: `${control}/clock`,
	advance: `${control}/clock/advance`,
	settings: `${control}/settings`,
	gaps: `${control}/gaps`,
	customers: `${control}/customers`,
	reset: `${control}/reset`,
} as const;

/** Names of the headers the sandbox reads and adds. None of them belongs to the service. */
export const headerNames = {
	requestId: 'X-Request-Id',
	outcome: 'X-Sandbox-Outcome',
	assumptions: 'X-Sandbox-Assumptions',
	warnings: 'X-Sandbox-Warnings',
	cause: 'X-Sandbox-Cause',
	timing: 'Server-Timing',
} as const;
