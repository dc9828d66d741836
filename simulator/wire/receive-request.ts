/** The first handler of every request. It opens the context, selects the workspace, and checks path and host. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { ClockRecord } from '../contract/clock.ts';
import { redactedText } from '../contract/redacted.ts';
import {
	cashierAssetsPath,
	controlPaths,
	defaultWorkspace,
	faviconPath,
	headerNames,
	isWithin,
	workspacePath,
} from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { hideCardNumbers } from '../domain/card.ts';
import { maskText } from '../domain/card-data.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import type { RequestLog } from '../runtime/request-log.ts';
import { arrivedMsOf } from '../runtime/server.ts';
import { monotonicMs } from '../runtime/time.ts';
import { formType } from './body-handlers.ts';
import { credentialHeaderOf, secretHeaderNamesOf } from './credentials.ts';
import { checkPath, hostGuard } from './guards.ts';
import { writeError } from './problem.ts';
import type { CallRecorder, RequestContext } from './request-context.ts';
import { loggedPath, openContext } from './request-context.ts';
import { headerBytesOf, headerFromText, textOfHeader } from './request-headers.ts';
import { isWorkspaceName, pathInWorkspace } from './workspace-name.ts';

interface Workspace {
	readonly settings: { readonly inForce: Settings };
	readonly clock: ClockRecord;
	readonly secret: string;
}

interface ReceiveRequestOptions {
	allowedHosts: readonly string[];
	log: RequestLog;
	store: {
		workspaceRecord(name: string): Awaitable<Workspace>;
		/** Runs a call. All its waits for the store count together. */
		asCall<R>(run: () => R): R;
	};
	/** Records the documented calls, the pages and unknown paths. */
	recorder: CallRecorder;
	/** Counts those of them that have no valid workspace or no path: no journal has them. */
	counter: Pick<CallRecorder, 'record'>;
	/** Prints console lines for all other requests: the control API, files of the pages. Null if console lines are off. */
	consoleLines: RequestContext['recorder'];
	/** Whether the server serves calls: false before it listens, and while it stops. */
	isReady(): boolean;
	/** The next handler. It is called directly, because a router between the two would cost as much as both. */
	serve: RequestHandler;
}

export function receiveRequest({
	allowedHosts,
	log,
	store,
	recorder,
	counter,
	consoleLines,
	isReady,
	serve,
}: ReceiveRequestOptions): RequestHandler {
	const refuseHost = hostGuard(allowedHosts);
	const { request: logRequest } = log;
	return function openRequest(request, response, next) {
		const context = openContext(request, response);
		context.arrivedMs = arrivedMsOf(request);
		context.isServing = isReady;
		const sentPath = pathOf(request);
		if (logRequest) {
			logAtEnd(logRequest, context, response, sentPath === null ? null : loggedPath(sentPath));
		}
		if (sentPath === null) {
			context.recorder = counter;
			return writeError(response, { code: 'malformed_request', reason: 'its target has no path' });
		}
		context.path = sentPath;
		context.recorder = consoleLines;
		const name = takeWorkspace(request, sentPath);
		if (typeof name !== 'string') {
			const path = pathInWorkspace(context.path);
			if (isRecorded(request, path)) context.recorder = counter;
			return writeError(response, name);
		}
		context.workspace = name;
		context.path = request.path;
		// A call that is answered before its workspace is read is counted too.
		if (isRecorded(request, context.path)) {
			context.recorder = recorder;
			recorder.begin(context);
		}
		const read = ({ settings, clock, secret }: Workspace) => {
			// A broken body was refused while the store responded.
			if (response.headersSent) return;
			addSettings(context, request, settings.inForce);
			// Apply the limits again: another instance with the same store may have changed them.
			if (name === defaultWorkspace) recorder.limitTo(settings.inForce.limits);
			context.clock = clock;
			context.secret = secret;
			const refusal = checkPath(context.path) ?? refuseHost(request);
			return refusal ? writeError(response, refusal) : serve(request, response, next);
		};
		return store.asCall(() => andThen(store.workspaceRecord(name), read));
	};
}

/** The path of the request's target; null if there is none, as in `GET http://`, or if the target is no URL. */
function pathOf(request: Request): string | null {
	try {
		return request.path ?? null;
	} catch {
		return null;
	}
}

function logAtEnd(
	logRequest: NonNullable<RequestLog['request']>,
	context: RequestContext,
	response: ServerResponse,
	path: string | null,
): void {
	response.once('close', () => {
		const { method, requestId, startedMs, problem } = context;
		const status = response.writableFinished ? response.statusCode : null;
		logRequest({ method, path, status, problem, requestId, ms: monotonicMs() - startedMs });
	});
}

const workspaceHeader = headerNames.workspace.toLowerCase();

/**
 * Returns the workspace in the header or in the path prefix `/w/{name}`, and removes the prefix from the URL, so that
 * routes see the same path in every workspace. `originalUrl` keeps the prefix.
 */
function takeWorkspace(request: Request, path: string): string | ApiError {
	const inHeader = request.headers[workspaceHeader] as string | undefined;
	const isInPath = path.startsWith(workspacePath);
	if (inHeader === undefined && !isInPath) return defaultWorkspace;
	if (inHeader !== undefined && !isWorkspaceName(inHeader)) {
		return { code: 'invalid_workspace', param: headerNames.workspace };
	}
	if (!isInPath) return inHeader ?? defaultWorkspace;
	const [inPath = ''] = path.slice(workspacePath.length).split('/', 1);
	if (!isWorkspaceName(inPath)) return { code: 'invalid_workspace', param: 'path' };
	if (inHeader !== undefined && inHeader !== inPath) {
		return { code: 'workspace_conflict', inPath, inHeader };
	}
	const front = workspacePath + inPath;
	// Keep the origin: a proxy may send an absolute URL.
	const [origin = '', ...behind] = request.url.split(front);
	const rest = behind.join(front);
	request.originalUrl = request.url;
	request.url = origin + (rest.startsWith('/') ? rest : `/${rest}`);
	// Copy the name: as a slice of the URL, it would keep the whole URL in memory wherever it is a key.
	return Buffer.from(inPath).toString();
}

/**
 * The workspace and the path that a request of the server (`httpClassesOf`) names in its head, before it is received; null
 * if the journal will not record the request.
 */
export function recordedHeadOf(
	request: IncomingMessage,
): { workspace: string; path: string } | null {
	const full = pathOf(request as Request);
	if (full === null) return null;
	const isInPath = full.startsWith(workspacePath);
	const [inPath = ''] = full.slice(workspacePath.length).split('/', 1);
	const path = pathInWorkspace(full);
	const inHeader = request.headers[workspaceHeader] as string | undefined;
	const workspace = isInPath ? inPath : (inHeader ?? defaultWorkspace);
	return isRecorded(request, path) ? { workspace, path } : null;
}

function addSettings(
	context: RequestContext,
	{ headers }: IncomingMessage,
	settings: Settings,
): void {
	const { auth, idempotency, journal } = settings;
	context.settings = settings;
	context.authorization = headerBytesOf(headers, credentialHeaderOf(auth)) !== undefined;
	context.idempotencyKey =
		headerBytesOf(headers, idempotency.header ?? 'idempotency-key') !== undefined;
	if (journal.headers.length > 0) context.headers = recordedHeaders(headers, settings);
}

const maxHeaderChars = 500;

/**
 * Returns the headers that the journal stores. A header that is configured to contain a credential or a key is left
 * out.
 */
function recordedHeaders(
	headers: IncomingHttpHeaders,
	settings: Settings,
): RequestContext['headers'] {
	const secret = secretHeaderNamesOf(settings);
	const names = settings.journal.headers.map((name) => name.toLowerCase());
	const kept = names.filter((name) => !secret.includes(name));
	return Object.fromEntries(
		kept.map((name) => {
			const bytes = headerBytesOf(headers, name);
			return [name, bytes === undefined ? null : maskedHeader(bytes)];
		}),
	);
}

/** Masks a header value. Before and afterwards it has one character for each byte. */
function maskedHeader(bytes: string): string {
	const text = textOfHeader(bytes);
	const shown = text.length > maxHeaderChars ? redactedText : maskText(text, hideCardNumbers);
	return shown === text ? bytes : headerFromText(shown);
}

/**
 * Whether the journal records a request: not the control API, the metrics, the start page and its form, or files and
 * icons of the pages.
 */
function isRecorded({ method, headers }: IncomingMessage, path: string): boolean {
	if (path === '/') return method !== 'GET' && method !== 'HEAD' && !isForm(headers);
	const isControl = isWithin(controlPaths.root, path) || path === controlPaths.metrics;
	return !isControl && !isWithin(cashierAssetsPath, path) && path !== faviconPath;
}

const isForm = ({ 'content-type': type = '' }: IncomingHttpHeaders) => type.startsWith(formType);
