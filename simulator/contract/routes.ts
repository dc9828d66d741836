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

/** News of one payment as server-sent events, for its status page. */
export const cashierEvents = '/pay/events';

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
	testValues: `${control}/test-values`,
	openapi: `${control}/openapi.json`,
	docs: `${control}/docs`,
	workspaces: `${control}/workspaces`,
	journal: `${control}/journal`,
} as const;

/** Whether a path is this one, or stands below it. */
export function isWithin(root: string, path: string): boolean {
	return path.startsWith(root) && (path.length === root.length || path[root.length] === '/');
}

/** The workspace of a call that names none. */
export const defaultWorkspace = 'default';

export const workspaceName = /^[a-z0-9-]{1,64}$/;

/** In front of the name of a workspace, and both in front of any other path. */
export const workspacePath = '/w/';

/** What stands in front of every path of a workspace; nothing for the default one. */
export function basePathOf(workspace: string): string {
	return workspace === defaultWorkspace ? '' : workspacePath + workspace;
}

/** Names of the headers the sandbox reads and adds. None of them belongs to the service. */
export const headerNames = {
	requestId: 'X-Request-Id',
	outcome: 'X-Sandbox-Outcome',
	return: 'X-Sandbox-Return',
	workspace: 'X-Sandbox-Workspace',
	assumptions: 'X-Sandbox-Assumptions',
	warnings: 'X-Sandbox-Warnings',
	cause: 'X-Sandbox-Cause',
	timing: 'Server-Timing',
	/** On an answer that is given again for its idempotency key (D-35). */
	replayed: 'Idempotent-Replayed',
} as const;
