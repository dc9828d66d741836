/** The target of a run: which address is allowed, and what answers there. */
import { z } from 'zod';
import { healthSchema } from '../../simulator/contract/control.ts';
import { problemSchema } from '../../simulator/contract/problem.ts';
import { controlPaths, workspacePath } from '../../simulator/contract/routes.ts';
import { describeNonJson, describeRedirect, isRedirect } from '../unexpected-response.ts';
import { CannotRunError } from './errors.ts';
import type { HttpResponse } from './http.ts';
import { callTimeoutMs, get, parseBody } from './http.ts';
import type { SandboxProcess } from './sandbox-process.ts';

export interface Permission {
	/** `--i-have-permission`: the owner of the host agrees. */
	permission: boolean;
	/** `--allow-host`: with or without the port. */
	allowHosts: readonly string[];
}

/** The address without a trailing slash, or every problem with it. */
export type TargetCheck = { target: string; isLoopback: boolean } | { problems: string[] };

/** With a `permission`, also checks that the host may be loaded. */
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

/** The workspace that a target's address names: `/w/{name}` at its end, without a slash. */
export function workspaceIn(target: string): string | undefined {
	return namedWorkspace.exec(target)?.[1];
}

/** The URL parser has already normalized every notation of an IPv4 address. */
export function isLoopbackName(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** A host that is not loopback needs both: the owner's permission, and its name in the list. `what` names the host. */
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
	/** Null for any other host; `locked` when the control API requires another token. */
	sandbox: { version: string; clock: string } | 'locked' | null;
	/** How the response to `/_sandbox/health` differs from a sandbox's: a redirect, or a body that is not JSON. */
	unexpected?: string | undefined;
}

export const isOpenSandbox = ({ sandbox }: Pick<Target, 'sandbox'>): boolean =>
	sandbox !== null && sandbox !== 'locked';

export const tokenVariable = 'PAYIN_SANDBOX_CONTROL_TOKEN';

export interface OpenTargetOptions {
	/** The address of `--target`; without one, `start` provides a sandbox for this run. */
	url: string | undefined;
	start(): Promise<SandboxProcess>;
	controlToken?: string | undefined;
	signal: AbortSignal;
}

/** The target of a run, and `close`, which stops a sandbox that was started for it. */
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

/** Throws when the target does not respond. A host without `/_sandbox` is a valid target. */
export async function inspectTarget(
	address: string,
	controlToken: string | undefined,
	signal: AbortSignal,
	timeoutMs = callTimeoutMs,
): Promise<Target> {
	const url = address.replace(/\/+$/, '');
	const read = (path: string, headers: Record<string, string> = {}) =>
		get(`${url}${path}`, headers, { timeoutMs, signal }).catch((error: Error) => {
			const message = `The target ${address} cannot be reached: GET ${path}: ${error.message}`;
			throw new CannotRunError('target', message, { cause: error });
		});

	const first = await read(controlPaths.health);
	const health = readHealth(first);
	if (health) return { url, controlToken, sandbox: health };
	// The first call carries no token, and /health of a locked sandbox then returns little. The response of the clock
	// tells it from another host.
	const clock = await read(controlPaths.clock);
	if (!tokenRequired.safeParse(parseBody(clock)?.body).success) {
		return { url, controlToken, sandbox: null, unexpected: describeUnexpected(first) };
	}
	// The token is sent only to a host that asks for it the way a sandbox does.
	const authorization = { Authorization: `Bearer ${controlToken}` };
	const unlocked = controlToken && readHealth(await read(controlPaths.health, authorization));
	return { url, controlToken, sandbox: unlocked || 'locked' };
}

const tokenRequired = z.object({ code: problemSchema.shape.code.extract(['token_required']) });
const sandboxHealth = healthSchema
	.pick({ name: true, version: true, clock: true })
	.transform(({ version, clock }) => ({ version, clock: clock.mode }));

function readHealth(response: HttpResponse) {
	return response.ok ? sandboxHealth.safeParse(parseBody(response)?.body).data : undefined;
}

function describeUnexpected(response: HttpResponse): string | undefined {
	const { status, ok, headers, text } = response;
	if (isRedirect(status)) return describeRedirect(status, headers.get('location'));
	if (!ok || parseBody(response)) return undefined;
	return describeNonJson(headers.get('content-type'), text === '');
}

export function describeTarget({ sandbox }: Target): string {
	if (!sandbox) return 'not a sandbox';
	if (sandbox === 'locked') return 'a sandbox, its control API locked';
	return `payin-sandbox ${sandbox.version}, ${sandbox.clock} clock`;
}
