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
export const documentedPathVersion = 'v2';

/** The path of the same call in another version (D-22). */
export const servicePathIn = (version: string, call: ServiceCall) =>
	servicePaths[call].replace(`/${documentedPathVersion}/`, `/${version}/`);

/** Every path under a version belongs to the service, whether or not it exists (D-22). */
export const isServicePath = (path: string) => /^\/v\d+(\/|$)/.test(path);

/** Every endpoint but `control` can have a latency. */
export type Endpoint = ServiceCall | 'cashier' | 'control';

/** The hosted cashier page. The path and the query parameter `sessionId` are documented. */
export const cashierPath = '/pay';

/** Server-sent events of one payment, for its status page. */
export const cashierEvents = '/pay/events';

/** Style and script of the cashier pages. The pages link to them by a relative address, so that a prefix such as `/w/{name}` stays. */
export const cashierAssets = '/pay/assets';

/** Browsers request it beside a page or a text. */
export const iconPath = '/favicon.ico';

const control = '/_sandbox';

/** The control API: an extension of the sandbox, not part of the service. */
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
	verify: `${control}/verify`,
	faults: `${control}/faults`,
	findings: `${control}/findings`,
	events: `${control}/events`,
	settlement: `${control}/settlement`,
	/** Where Prometheus looks by default. */
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

/** Headers that the sandbox reads and adds. None of them belongs to the service. */
export const headerNames = {
	requestId: 'X-Request-Id',
	outcome: 'X-Sandbox-Outcome',
	return: 'X-Sandbox-Return',
	/** The fault of this call: `reset`, `close;phase=after`, `status=503;retryAfter=2s`. */
	fault: 'X-Sandbox-Fault',
	workspace: 'X-Sandbox-Workspace',
	assumptions: 'X-Sandbox-Assumptions',
	warnings: 'X-Sandbox-Warnings',
	cause: 'X-Sandbox-Cause',
	timing: 'Server-Timing',
	/** Marks the repeated response for an idempotency key (D-35). */
	replayed: 'Idempotent-Replayed',
} as const;
