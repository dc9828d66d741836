/** The target of a run: whether its address is allowed, and what kind of host responds there. */
import { z } from 'zod';
import { healthSchema } from '../../simulator/contract/control.ts';
import { problemSchema, problemTypePrefix } from '../../simulator/contract/problem.ts';
import { controlPaths, workspacePath } from '../../simulator/contract/routes.ts';
import { describeNonJson, describeRedirect, isRedirect } from '../unexpected-response.ts';
import { CannotRunError } from './errors.ts';
import type { HttpResponse } from './http.ts';
import { callTimeoutMs, getFromAnyPort, parseBody } from './http.ts';
import type { SandboxProcess } from './sandbox-process.ts';

export interface Permission {
	/** `--i-have-permission`: the user says that the owner of the host agrees. */
	permission: boolean;
	/** `--allow-host`: the allowed hosts, with or without a port. */
	allowHosts: readonly string[];
}

/** The checked address without a trailing slash, or its problems. */
export type TargetCheck = { target: string; isLoopback: boolean } | { problems: string[] };

/** Checks the address of a target. With `permission`, also checks that the host may be loaded. */
export function checkTarget(text: string, permission?: Permission): TargetCheck {
	const example = 'Give an address such as http://127.0.0.1:8080.';
	if (!URL.canParse(text)) return { problems: [`--target "${text}" is no URL. ${example}`] };
	const url = new URL(text);
	const problems: string[] = [];
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		problems.push(`--target "${text}" is neither http nor https. ${example}`);
	}
	if (url.username || url.password) {
		problems.push(
			'--target carries credentials, which would end up in reports. Leave user and password out.',
		);
	}
	if (url.search || url.hash) {
		problems.push(
			'--target must end with the path of the service. Leave out everything from "?" or "#" on.',
		);
	}
	const isLoopback = isLoopbackName(url.hostname);
	if (permission) problems.push(...permissionProblems(url, permission));
	if (problems.length > 0) return { problems };
	return { target: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, isLoopback };
}

const namedWorkspace = new RegExp(`${workspacePath}([a-z0-9-]{1,64})$`);

/** The workspace in a target's address, which ends with `/w/{name}`; undefined if there is none. */
export function workspaceInAddress(target: string): string | undefined {
	return namedWorkspace.exec(target)?.[1];
}

/** The address without a workspace at its end. */
export const withoutWorkspace = (target: string): string => target.replace(namedWorkspace, '');

/** The URL with one name for this machine: a shop may use another one for itself than the merchant file. */
function withOneLoopbackName(url: string): URL {
	const parsed = new URL(url);
	if (isThisMachine(parsed.hostname)) parsed.hostname = 'localhost';
	return parsed;
}

/** The host of a URL, without its port. `localhost` and all loopback addresses count as one. */
export const hostOf = (url: string): string => withOneLoopbackName(url).hostname;

/** The origin of a URL. `localhost` and all loopback addresses count as one. */
export const originOf = (url: string): string => withOneLoopbackName(url).origin;

/** The origin and the path of a URL, without its query. */
export const pageOf = (url: string): string => originOf(url) + new URL(url).pathname;

/**
 * Whether the host leads to this machine. Names below `localhost` do too (RFC 6761), but each is a host of its own: a
 * browser keeps their cookies apart.
 */
export const isLoopbackName = (hostname: string): boolean =>
	isThisMachine(hostname) || hostname.endsWith('.localhost');

/** The URL parser has already normalized all notations of IPv4 addresses. */
const isThisMachine = (hostname: string): boolean =>
	/^localhost$|^\[::1\]$|^127(\.\d+){3}$/.test(hostname);

/**
 * The problems of loading a host that is not loopback. It needs the owner's permission and its name in the list. `what`
 * names the host in messages.
 */
export function permissionProblems(
	{ host, hostname }: URL,
	{ permission, allowHosts }: Permission,
	what = '--target',
): string[] {
	const problems: string[] = [];
	if (isLoopbackName(hostname)) return problems;
	if (!permission) {
		problems.push(
			`${what} ${host} is not this machine: calls go there only with its owner's permission. If you have it, add --i-have-permission.`,
		);
	}
	const allowed = allowHosts.map((name) => name.trim().toLowerCase());
	if (!allowed.includes(hostname) && !allowed.includes(host)) {
		problems.push(
			`${what} ${host} is not among the allowed hosts. Add --allow-host ${hostname} if that is the host you mean.`,
		);
	}
	return problems;
}

export interface Target {
	url: string;
	controlToken: string | undefined;
	/** The sandbox at the address; null for another host. */
	sandbox: { version: string; clock: string; cashierUrl?: string | undefined } | null;
	/** Why the response to `/_sandbox/health` does not look like a sandbox: a redirect, or a body that is not JSON. */
	unexpected?: string | undefined;
}

/** What reads the control API of a target. */
export type ControlledTarget = Pick<Target, 'url' | 'controlToken'>;

/** The headers that open the control API of a target. */
export const controlHeadersOf = ({
	controlToken,
}: Pick<ControlledTarget, 'controlToken'>): Record<string, string> =>
	controlToken ? { Authorization: `Bearer ${controlToken}` } : {};

export const tokenVariableName = 'PAYIN_SANDBOX_CONTROL_TOKEN';

/** Why a run cannot use a sandbox that rejects its token or the lack of one, and the fix. */
function tokenProblem({ url, controlToken }: ControlledTarget): string {
	const problem = controlToken
		? `refuses the control token in ${tokenVariableName}`
		: `requires its control token, and ${tokenVariableName} is not set`;
	return `The control API of ${url} ${problem}. Set ${tokenVariableName} to the --control-token of the sandbox, or to the token that it printed at start.`;
}

export interface OpenTargetOptions {
	/** The address of `--target`. Without one, `start` describes the sandbox to start for this run. */
	url: string | undefined;
	start(): Promise<SandboxProcess>;
	controlToken?: string | undefined;
	signal: AbortSignal;
}

/** Opens the target of a run. `close` stops the sandbox if this run started it. */
export async function openTarget(
	options: OpenTargetOptions,
): Promise<Target & { close(): Promise<void> }> {
	const { controlToken, signal } = options;
	const own = options.url === undefined ? await options.start() : undefined;
	const close = async () => own?.stop();
	try {
		const target = await inspectTarget(options.url ?? own?.url ?? '', controlToken, signal);
		return { ...target, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Finds out what responds at the target. Throws if nothing responds, or if a sandbox requires another control token. A
 * host without `/_sandbox` is valid too.
 */
export async function inspectTarget(
	address: string,
	controlToken: string | undefined,
	signal: AbortSignal,
	timeoutMs = callTimeoutMs,
): Promise<Target> {
	const url = address.replace(/\/+$/, '');
	const read = (path: string, headers: Record<string, string> = {}) =>
		getFromAnyPort(`${url}${path}`, headers, { timeoutMs, signal }).catch((error: Error) => {
			if (signal.aborted) throw error;
			const message = `The target ${address} cannot be reached: GET ${path}: ${error.message}`;
			throw new CannotRunError('target', message, { cause: error });
		});

	const first = await read(controlPaths.health);
	const health = readHealth(first);
	if (health) return { url, controlToken, sandbox: health };
	const requireNoError = (response: HttpResponse) => {
		const error = sandboxErrorIn(response);
		if (error) throw new CannotRunError('target', `The target ${address} cannot be used: ${error}`);
	};
	// The first call sends no token, so a locked sandbox shows little in /health. The response of /clock then
	// distinguishes it from another host.
	const clock = await read(controlPaths.clock);
	if (!tokenRequired.safeParse(parseBody(clock)?.body).success) {
		requireNoError(first);
		return { url, controlToken, sandbox: null, unexpected: describeUnexpected(first) };
	}
	// Send the token only after a refusal in the format of a sandbox, so that no other host receives it.
	if (controlToken) {
		const response = await read(controlPaths.health, controlHeadersOf({ controlToken }));
		const unlocked = readHealth(response);
		if (unlocked) return { url, controlToken, sandbox: unlocked };
		requireNoError(response);
	}
	throw new CannotRunError('target', tokenProblem({ url, controlToken }));
}

const tokenRequired = z.object({ code: problemSchema.shape.code.extract(['token_required']) });
const sandboxProblem = problemSchema
	.pick({ detail: true, fix: true })
	.extend({ type: z.string().startsWith(problemTypePrefix) });

/** The error of a sandbox in a response, such as a wrong workspace name; undefined for any other response. */
function sandboxErrorIn(response: HttpResponse): string | undefined {
	const problem = sandboxProblem.safeParse(parseBody(response)?.body).data;
	return problem && `${problem.detail} ${problem.fix}`;
}

const sandboxHealth = healthSchema
	.pick({ name: true, version: true, clock: true, cashierUrl: true })
	// An older sandbox does not name it.
	.partial({ cashierUrl: true })
	.transform(({ version, clock, cashierUrl }) => ({ version, clock: clock.mode, cashierUrl }));

function readHealth(response: HttpResponse) {
	return response.ok ? sandboxHealth.safeParse(parseBody(response)?.body).data : undefined;
}

function describeUnexpected(response: HttpResponse): string | undefined {
	const { status, ok, headers, text } = response;
	if (isRedirect(status)) return describeRedirect(status, headers.get('location'));
	if (!ok || parseBody(response)) return undefined;
	return describeNonJson(headers.get('content-type'), text === '');
}

/** `clock` describes the clock of the sandbox in the run. */
export function describeTarget({ sandbox }: Target, clock: (mode: string) => string): string {
	if (!sandbox) return 'not a sandbox';
	return `payin-sandbox ${sandbox.version}, ${clock(sandbox.clock)}`;
}
