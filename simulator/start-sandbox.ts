/** Starts a sandbox: reads its options, opens its store, listens. */
import { hostname } from 'node:os';
import { createApp } from './app.ts';
import { judge } from './configuration.ts';
import { toMs } from './contract/duration.ts';
import { basePathOf, controlPaths, defaultWorkspace, workspaceName } from './contract/routes.ts';
import { controlWorkspace, createControlClient } from './control/client.ts';
import { guide, keptWords } from './guide.ts';
import { createJournal } from './journal/journal.ts';
import { openStore } from './open-store.ts';
import { isLoopback, urlOf } from './runtime/address.ts';
import { randomId, randomSecret } from './runtime/chance.ts';
import { packageVersion } from './runtime/package.ts';
import { createRequestLog } from './runtime/request-log.ts';
import { createHttpServer, listen, stop } from './runtime/server.ts';
import { monotonicMs, wallNow } from './runtime/time.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { summarizeGaps, viewGaps } from './settings/gaps.ts';
import { fromCall } from './settings/sources.ts';
import { readStoreAddress } from './settings/store-address.ts';
import { createBrokenRequests } from './wire/broken-request.ts';
import { classesOf } from './wire/express-classes.ts';
import { clockWords, readClockMode } from './workspaces/clock.ts';

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const startedMs = monotonicMs();
	const { writeLog = writeToStderr, ...given } = options;
	const judged = judge([fromCall(given)]);
	if (!judged.ok) throw new Error(`createSandbox: ${judged.problems.join('; ')}.`);
	const { host, publicUrl, cashierUrl, allowedHost, seed, clock, now, log, drain } = judged.options;
	const controlToken = isLoopback(host) ? null : (judged.options.controlToken ?? randomSecret());
	const asked = {
		seed,
		settings: judged.settings,
		clock: { ...readClockMode(clock), now: now ?? null },
	};
	const requestLog = await createRequestLog(log, writeLog);
	const address = readStoreAddress(judged.options.store) ?? { kind: 'memory' };
	const { said } = judged;
	const opened = await openStore({
		address,
		timeoutMs: toMs(judged.options.storeTimeout),
		genesis: asked,
		asked: { seed: said.has('seed'), clock: said.has('clock'), now: said.has('now') },
	});
	const { store, genesis } = opened;
	const { limits } = opened.server;
	const journal = createJournal({ wallNow, limits });
	let isReady = false;
	const stopping = new AbortController();
	let { port } = judged.options;
	let linkBase = '';
	let url = '';
	const gaps = summarizeGaps(viewGaps(genesis.settings));
	const { profile } = genesis.settings;
	const begun = { profile, seed: genesis.seed, clock: clockWords(genesis.clock) };
	const kept = keptWords(address, opened);
	const guideFor = (workspace: string, token: string | null) =>
		guide({
			...judged.options,
			...begun,
			url,
			workspace,
			controlToken: token,
			gaps,
			kept,
		});
	const app = createApp({
		store,
		journal,
		recorder: journal,
		genesis,
		wallNow,
		newId: randomId,
		version: packageVersion(),
		instance: () => `${hostname()}:${port}`,
		uptimeMs: () => monotonicMs() - startedMs,
		isReady: () => isReady,
		stopping: stopping.signal,
		cashierUrl: ({ workspace }) => linkBase + basePathOf(workspace),
		publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
		welcome: (workspace) => `payin-sandbox\n${guideFor(workspace, null)}`,
		allowedHosts: [...allowedHost, host, ...hostsOf(publicUrl, cashierUrl)],
		publicOrigins: [publicUrl, cashierUrl].flatMap((given) =>
			given ? [new URL(given).origin] : [],
		),
		controlToken,
		log: requestLog,
	});
	const { server: listener, callsInFlight } = createHttpServer(app, {
		...createBrokenRequests(requestLog),
		...classesOf(app),
	});
	try {
		port = await listen(listener, port, host);
	} catch (failure) {
		await store.close();
		throw failure;
	}
	url = urlOf(host, port);
	linkBase = (cashierUrl ?? publicUrl ?? url).replace(/\/+$/, '');
	isReady = true;

	const clientAt = (base: string) => createControlClient(base, controlToken);
	const own = clientAt(url);
	return {
		...controlWorkspace(url, own),
		controlToken,
		guide: guideFor(defaultWorkspace, controlToken),
		callsInFlight,
		async workspace(name, start) {
			if (!workspaceName.test(name)) {
				throw new Error(`"${name}" is no name of a workspace: use a-z, 0-9 and -, 64 at most.`);
			}
			const path = `${controlPaths.workspaces}/${name}`;
			if (start !== undefined) await own.put(path, start);
			const base = url + basePathOf(name);
			return {
				...controlWorkspace(base, clientAt(base)),
				close: () => own.delete(path),
			};
		},
		async close() {
			isReady = false;
			stopping.abort();
			await stop(listener, toMs(drain));
			await store.close();
		},
	};
}

function hostsOf(...urls: (string | undefined)[]): string[] {
	return urls.flatMap((given) => (given ? [new URL(given).hostname] : []));
}

function writeToStderr(line: string): void {
	process.stderr.write(line);
}
