/** The sandbox as a library: `const sandbox = await createSandbox({ port: 0, clock: 'manual' })`. */
import { hostname } from 'node:os';
import type { AppDeps } from './app.ts';
import { createApp } from './app.ts';
import { resolveConfiguration } from './configuration.ts';
import { toMs } from './contract/duration.ts';
import { isObject } from './contract/json.ts';
import { basePathOf, controlPaths, workspaceName } from './contract/routes.ts';
import type { Settings, SomeSettings } from './contract/settings.ts';
import type { WorkspaceStart } from './contract/workspaces.ts';
import type { WorkspaceControl } from './control/client.ts';
import { controlWorkspace, createControlHttpClient } from './control/client.ts';
import { faultSubjectOf } from './fault-subject.ts';
import { createFaultInjector } from './faults/injector.ts';
import { faultPresets } from './faults/presets.ts';
import { describeStore, guideText } from './guide.ts';
import { endpointBeforeRead } from './journal/call-record.ts';
import { createJournal } from './journal/journal.ts';
import type { ConsoleLines } from './observe/console-lines.ts';
import { createConsoleLines } from './observe/console-lines.ts';
import { createObserver } from './observe/observer.ts';
import type { WantedStore } from './open-durable.ts';
import { openMemory } from './open-memory.ts';
import { randomId, randomSecret } from './runtime/chance.ts';
import { createHttpClient } from './runtime/http-client.ts';
import { packageVersion } from './runtime/package.ts';
import { createRequestLog } from './runtime/request-log.ts';
import { createHttpServer, isLoopback, listen, serverUrlFor } from './runtime/server.ts';
import { monotonicMs, removeListenerLimit, sleep } from './runtime/time.ts';
import { summarizeGaps, viewGaps } from './settings/gaps.ts';
import type { ServeOptionsInput } from './settings/serve-options.ts';
import { serveOptionsSchema } from './settings/serve-options.ts';
import { sourceFromCall } from './settings/sources.ts';
import { readStoreAddress } from './settings/store-address.ts';
import { listenErrorOf } from './start-failure.ts';
import type { OpenedStore } from './state/create-store.ts';
import { createBrokenRequests } from './wire/broken-request.ts';
import { httpClassesOf } from './wire/express-classes.ts';
import { recordedHeadOf } from './wire/receive-request.ts';
import type { CallRecorder } from './wire/request-context.ts';
import { clockModeText, parseClockMode } from './workspaces/clock.ts';

export interface SandboxOptions extends ServeOptionsInput {
	/** Changes to the settings of the profile, applied at start like a `PUT /_sandbox/settings`. */
	settings?: SomeSettings;
	/**
	 * Receives the lines of the log, without colours; by default they go to standard error. If it throws or rejects, the
	 * line is lost, and neither the call nor the process fails.
	 */
	writeLog?: (line: string) => void;
}

/** An isolated workspace of a sandbox. */
export interface Workspace extends WorkspaceControl {
	/** Removes the workspace with its payments. */
	close(): Promise<void>;
}

/** A running sandbox. The methods of `WorkspaceControl` act on its workspace `default`. */
export interface Sandbox extends WorkspaceControl {
	/** The bearer token that the control API requires; null if it requires none: on loopback, if no token was given. */
	controlToken: string | null;
	/** The text that `serve` prints after its first line: how to make a first payment, and the assumptions in force. */
	guide: string;
	/** Returns the number of calls that wait for their response. */
	callsInFlight(): number;
	/**
	 * Returns another workspace. With `start` it is created, or refused if it already has payments. Without `start`, its
	 * first use creates it.
	 */
	workspace(name: string, start?: WorkspaceStart): Promise<Workspace>;
	/**
	 * Stops the sandbox. For the first `graceMs` milliseconds, at most as long as `drain`, it still serves while `/ready`
	 * is 503: a proxy then sends its calls elsewhere. The default is 0.
	 */
	close(options?: { graceMs?: number }): Promise<void>;
}

/** Starts a sandbox, by default on loopback. If it cannot listen, the error has Node's `code` (`EADDRINUSE`: the port is taken), and Node's error as `cause`. */
export async function createSandbox(sandboxOptions: SandboxOptions = {}): Promise<Sandbox> {
	const startedMs = monotonicMs();
	if (!isObject(sandboxOptions as unknown)) {
		throw new Error('createSandbox: the options must be an object, such as { port: 0 }.');
	}
	const { writeLog, ...call } = sandboxOptions;
	if (writeLog !== undefined && typeof writeLog !== 'function') {
		throw new Error('createSandbox: writeLog must be a function that takes a line of the log.');
	}
	const configuration = resolveConfiguration([sourceFromCall(call)], serveOptionsSchema);
	if (!configuration.ok) throw new Error(`createSandbox: ${configuration.problems.join('; ')}.`);
	const { options, given, settings } = configuration;
	const { host, seed, clock, now } = options;
	const publicUrl = withoutSlash(options.publicUrl);
	const cashierUrl = withoutSlash(options.cashierUrl);
	const controlToken = options.controlToken ?? (isLoopback(host) ? null : randomSecret());
	const log = await createRequestLog(options.log, writeLog ?? writeToStderr);
	const ended = new AbortController();
	const consoleLines: ConsoleLines | null =
		options.log === 'console'
			? createConsoleLines({
					write: log.write,
					hasColours: writeLog === undefined && stderrHasColours(),
					monotonicMs,
					sleep: (ms) => sleep(ms, ended.signal),
				})
			: null;
	const address = readStoreAddress(options.store) ?? { kind: 'memory' };
	const opened = await openStore({
		address,
		timeoutMs: toMs(options.storeTimeout),
		startValues: { seed, settings, clock: { ...parseClockMode(clock), now: now ?? null } },
		given: { seed: given.has('seed'), clock: given.has('clock'), now: given.has('now') },
		notice: log.notice,
	});
	const { store, startValues, wallNow, firstGeneration } = opened;
	const journal = createJournal({ wallNow, limits: opened.server.limits, firstGeneration });
	const stopping = new AbortController();
	// Each waiting call and each event stream adds a listener.
	removeListenerLimit(stopping.signal);
	const observer = createObserver({ store, journal, wallNow, stopping: stopping.signal });
	let isReady = false;
	let { port } = options;
	let url = '';
	let linkBase = '';
	const storeText = describeStore(address, opened);
	const guideAt = (base: string, { versions }: Pick<Settings, 'versions'>, showsToken: boolean) =>
		guideText({
			base,
			versions,
			profile: startValues.settings.profile,
			seed: startValues.seed,
			clock: clockModeText(startValues.clock),
			controlToken,
			showsToken,
			gaps: summarizeGaps(viewGaps(startValues.settings)),
			store: storeText,
		});
	const outsideUrls = [publicUrl, cashierUrl].flatMap((text) => (text ? new URL(text) : []));
	const faults = createFaultInjector({
		recordOf: store.workspaceRecord,
		subjectOf: faultSubjectOf(store),
		wallNow,
		monotonicMs,
		sleep,
	});
	const deps: AppDeps = {
		store,
		journal,
		...observer,
		faults,
		faultPresets,
		recorder: withConsoleLines(consoleLines, observer.recorder),
		counter: withConsoleLines(consoleLines, observer.counter),
		startValues,
		wallNow,
		newId: randomId,
		version: packageVersion(),
		instance: () => `${hostname()}:${port}`,
		uptimeMs: () => monotonicMs() - startedMs,
		isReady: () => isReady,
		callsInLine: (workspace) =>
			http.waitingRequests().flatMap(({ request, atMs }) => {
				const head = recordedHeadOf(request);
				if (head?.workspace !== workspace) return [];
				return { atMs, endpoint: endpointBeforeRead(head.path) };
			}),
		stopping: stopping.signal,
		cashierUrl: ({ workspace }) => linkBase + basePathOf(workspace),
		publicUrl,
		storeText,
		guide: (base, settings) => guideAt(base, settings, false),
		allowedHosts: [...options.allowedHost, host, ...outsideUrls.map((outside) => outside.hostname)],
		publicOrigins: outsideUrls.map((outside) => outside.origin),
		controlToken,
		log,
		consoleLines,
	};
	const { app, listener } = createApp(deps);
	const http = createHttpServer(listener, {
		...createBrokenRequests(deps),
		...httpClassesOf(app),
	});
	const { server, callsInFlight, stop } = http;
	try {
		port = await listen(server, port, host);
	} catch (failure) {
		await store.close();
		throw listenErrorOf(failure, { host, port });
	}
	url = serverUrlFor(host, port);
	linkBase = cashierUrl ?? publicUrl ?? url;
	isReady = true;

	const calls = createHttpClient();
	const isClosed = () => stopping.signal.aborted;
	const clientAt = (base: string) =>
		createControlHttpClient(base, { http: calls, token: controlToken, isClosed });
	const own = clientAt(url);
	return {
		...controlWorkspace(url, own),
		controlToken,
		// A given token may be a secret of others, and output is often kept in logs.
		guide: guideAt(publicUrl ?? url, opened.server, options.controlToken === undefined),
		callsInFlight,
		async workspace(name, start) {
			if (!workspaceName.test(name)) {
				throw new Error(`"${name}" is not a workspace name: use 1 to 64 of a-z, 0-9 and -.`);
			}
			const path = `${controlPaths.workspaces}/${name}`;
			if (start !== undefined) await own.put(path, start);
			const base = url + basePathOf(name);
			return { ...controlWorkspace(base, clientAt(base)), close: () => own.delete(path) };
		},
		// With a default, because some test frameworks take a hook with a parameter for one with a callback.
		async close(closing = {}) {
			// Others pass a value of their own.
			const graceMs = Math.max(0, Number(closing?.graceMs ?? 0)) || 0;
			isReady = false;
			stopping.abort();
			await stop(toMs(options.drain), graceMs);
			calls.close();
			const untilMs = monotonicMs() + storeAtStopMs;
			// The calls that were cut off still mark in their payments that the response was lost.
			await Promise.race([journal.allRecorded(), sleep(storeAtStopMs, ended.signal)]);
			await store.close(untilMs);
			ended.abort();
		},
	};
}

async function openStore(options: WantedStore): Promise<OpenedStore> {
	const { address } = options;
	if (address.kind === 'memory') return openMemory(options);
	const { openDurable } = await import('./open-durable.ts');
	return openDurable(options, address);
}

/**
 * How long a stop waits for the store after the last response, in milliseconds: Redis may not respond. All that was
 * answered is stored before.
 */
const storeAtStopMs = 1_000;

const withoutSlash = (address: string | undefined) => address?.replace(/\/+$/, '') ?? null;

/** The console is first, because the journal removes the request's body from its context. */
function withConsoleLines<R extends Pick<CallRecorder, 'record'>>(
	consoleLines: ConsoleLines | null,
	next: R,
): R {
	if (consoleLines === null) return next;
	return {
		...next,
		record(context, reply, facts) {
			consoleLines.record(context, reply, facts);
			next.record(context, reply, facts);
		},
	};
}

const ignore = () => {};

/**
 * The most unread bytes of standard error: a parent process may never read its pipe, and the lines would fill the
 * memory.
 */
const maxUnreadBytes = 64 * 1024;

/** Listen for errors: a closed standard error emits one, and without a listener it would end the process. */
function writeToStderr(line: string): void {
	const { stderr } = process;
	if (stderr.writableLength > maxUnreadBytes) return;
	if (stderr.listenerCount('error') > 0) {
		stderr.write(line);
		return;
	}
	stderr.once('error', ignore);
	stderr.write(line, (failure) => {
		if (!failure) stderr.off('error', ignore);
	});
}

/** Whether to write colours: only to a terminal, and not with NO_COLOR. */
function stderrHasColours(): boolean {
	const { stderr } = process;
	return stderr.isTTY === true && stderr.hasColors();
}
