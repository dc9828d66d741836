/** The paths and the header names. This file imports nothing, so that k6 can load it. */

/** The three documented calls (service-interface.md, Endpoints). */
export const servicePaths = {
	paymentOptions: '/v2/payment-options',
	paymentSuboptions: '/v2/payment-suboptions',
	hybridPayment: '/v2/hybrid-payment',
} as const;

export type ServiceCall = keyof typeof servicePaths;

export const serviceCalls = Object.keys(servicePaths) as ServiceCall[];

/** The version in the path of every documented endpoint. */
export const documentedPathVersion = 'v2';

/** The path of the same call in another version of the API (D-22). */
export const servicePathIn = (version: string, call: ServiceCall) =>
	servicePaths[call].replace(`/${documentedPathVersion}/`, `/${version}/`);

/** The served version that examples and documents show: the documented one if it is served. */
export const shownVersionOf = (versions: readonly string[]) =>
	versions.includes(documentedPathVersion)
		? documentedPathVersion
		: (versions[0] ?? documentedPathVersion);

/** Whether a path belongs to the service: every path below a version does, even if nothing is there (D-22). */
export const isServicePath = (path: string) => /^\/v\d+(\/|$)/.test(path);

/** The endpoints. Each of them except `control` can have a latency. */
export type Endpoint = ServiceCall | 'cashier' | 'control';

/** The path of the hosted cashier page. The interface document shows it with the query parameter `sessionId`. */
export const cashierPath = '/pay';

/** The path of the server-sent events about one payment, for its status page. */
export const cashierEvents = '/pay/events';

/**
 * The path of the styles and scripts of the cashier pages. Pages link to them by relative addresses, so that a prefix
 * such as `/w/{name}` stays.
 */
export const cashierAssetsPath = '/pay/assets';

/** The icon that browsers request for every page. */
export const faviconPath = '/favicon.ico';

const control = '/_sandbox';

/** The paths of the control API: an extension of the sandbox, not part of the service. */
export const controlPaths = {
	root: control,
	health: `${control}/health`,
	ready: `${control}/ready`,
	payments: `${control}/payments`,
	clock: `${control}/clock`,
	advance: `${control}/clock/advance`,
	settings: `${control}/settings`,
	settingChanges: `${control}/settings/changes`,
	gaps: `${control}/gaps`,
	customers: `${control}/customers`,
	reset: `${control}/reset`,
	testValues: `${control}/test-values`,
	openapi: `${control}/openapi.json`,
	docs: `${control}/docs`,
	workspaces: `${control}/workspaces`,
	journal: `${control}/journal`,
	verify: `${control}/verify`,
	faults: `${control}/faults`,
	findings: `${control}/findings`,
	events: `${control}/events`,
	settlement: `${control}/settlement`,
	/** Prometheus reads this path by default. */
	metrics: '/metrics',
} as const;

/** Whether a path is `root` or below it. */
export function isWithin(root: string, path: string): boolean {
	return path.startsWith(root) && (path.length === root.length || path[root.length] === '/');
}

/** The workspace of a call that does not name one. */
export const defaultWorkspace = 'default';

export const workspaceName = /^[a-z0-9-]{1,64}$/;

/** The path prefix `/w/{name}` selects a workspace. */
export const workspacePath = '/w/';

/** The path prefix of a workspace; empty for the default one. */
export function basePathOf(workspace: string): string {
	return workspace === defaultWorkspace ? '' : workspacePath + workspace;
}

/** The headers that the sandbox reads and adds. None of them belongs to the service. */
export const headerNames = {
	requestId: 'X-Request-Id',
	outcome: 'X-Sandbox-Outcome',
	return: 'X-Sandbox-Return',
	/** Breaks this call: `reset`, `close;phase=after`, `status=503;retryAfter=2s`. */
	fault: 'X-Sandbox-Fault',
	workspace: 'X-Sandbox-Workspace',
	assumptions: 'X-Sandbox-Assumptions',
	warnings: 'X-Sandbox-Warnings',
	cause: 'X-Sandbox-Cause',
	timing: 'Server-Timing',
	/** Whether a settlement in CSV can contain all final payments. */
	complete: 'X-Sandbox-Complete',
	/** Marks a response that is repeated for an idempotency key (D-35). */
	replayed: 'Idempotent-Replayed',
} as const;
