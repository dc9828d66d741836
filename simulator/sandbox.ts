/** The sandbox as a library: `const sandbox = await createSandbox({ port: 0, clock: 'manual' })`. */
import { createApp } from './app.ts';
import type { Act, AdvanceResult, PaymentView } from './contract/control.ts';
import type { Duration } from './contract/duration.ts';
import { durationSchema, toMs } from './contract/duration.ts';
import { controlPaths } from './contract/routes.ts';
import type { Settings } from './contract/settings.ts';
import { createControlClient } from './control/client.ts';
import { configure } from './control/configure.ts';
import { guide } from './guide.ts';
import { isLoopback, urlOf } from './runtime/address.ts';
import { randomId, randomSecret } from './runtime/chance.ts';
import { packageVersion } from './runtime/package.ts';
import { createRequestLog } from './runtime/request-log.ts';
import { createHttpServer, listen, stop } from './runtime/server.ts';
import { monotonicMs, wallNow } from './runtime/time.ts';
import { summarizeGaps, viewGaps } from './settings/gaps.ts';
import type { SettingsPatch } from './settings/merge.ts';
import { readOptions } from './settings/options.ts';
import type { ServeOptionsInput } from './settings/serve-options.ts';
import { serveOptionsSchema } from './settings/serve-options.ts';
import { settingsOf } from './settings/settings.ts';
import { createMemoryStore } from './state/memory-store.ts';
import { brokenRequestAnswer } from './wire/broken-request.ts';
import { classesOf } from './wire/express-classes.ts';
import { readClockMode } from './workspaces/clock.ts';

export interface SandboxOptions extends ServeOptionsInput {
	/** Laid over the profile at start, like a `PUT /_sandbox/settings`. */
	settings?: SettingsPatch;
	/** How long calls in flight may take when the sandbox closes; 10 s by default. */
	drain?: Duration;
	/** Where log lines go; standard error by default. */
	writeLog?: (line: string) => void;
}

export interface Sandbox {
	/** Where it listens, without a slash at the end. */
	url: string;
	/** The bearer token that the control API wants; null on loopback. */
	controlToken: string | null;
	/** What `serve` prints after its first line: how to take a first payment, and what is assumed. */
	guide: string;
	payment(id: string): Promise<PaymentView>;
	act(id: string, action: Act): Promise<PaymentView>;
	advance(by: Duration): Promise<AdvanceResult>;
	/** A part of the settings, merged; `null` restores a default. */
	configure(patch: SettingsPatch): Promise<Settings>;
	reset(): Promise<void>;
	close(): Promise<void>;
}

const maxConnections = 20_000;

/** Listens on loopback unless told otherwise. Rejects with Node's error when the port is taken. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { settings = {}, drain = '10s', writeLog = writeToStderr, ...given } = options;
	const read = readOptions(serveOptionsSchema, given, {});
	if (!read.ok) throw new Error(`createSandbox: ${read.problems.join('; ')}`);
	const { port, host, publicUrl, cashierUrl, allowedHost, seed, profile, clock, now, log } =
		read.options;
	const controlToken = isLoopback(host) ? null : (read.options.controlToken ?? randomSecret());

	if (!durationSchema.safeParse(drain).success) {
		throw new Error('createSandbox: drain must be a duration, such as "10s".');
	}
	const started = configure(settingsOf(profile), settings);
	if (!started.ok) {
		const problems = started.errors.map(({ detail, fix }) => `${detail} ${fix}`);
		throw new Error(`createSandbox: settings: ${problems.join(' ')}`);
	}
	const genesis = {
		seed,
		settings: started.record,
		clock: { ...readClockMode(clock), now: now ?? null },
	};
	const store = createMemoryStore({ genesis, wallNow });
	const startedMs = monotonicMs();
	let isReady = false;
	let linkBase = '';
	let url = '';
	const gaps = summarizeGaps(viewGaps(started.record));
	const guideWith = (token: string | null) =>
		guide({ ...read.options, url, controlToken: token, gaps });
	const app = createApp({
		store,
		wallNow,
		newId: randomId,
		version: packageVersion(),
		uptimeMs: () => monotonicMs() - startedMs,
		isReady: () => isReady,
		cashierUrl: () => linkBase,
		welcome: () => `payin-sandbox\n${guideWith(null)}`,
		allowedHosts: [...allowedHost, host, ...hostsOf(publicUrl, cashierUrl)],
		publicOrigins: [publicUrl, cashierUrl].flatMap((given) =>
			given ? [new URL(given).origin] : [],
		),
		controlToken,
		log: createRequestLog(log, writeLog),
	});
	const server = createHttpServer(app, {
		maxConnections,
		brokenRequestAnswer,
		...classesOf(app),
	});
	url = urlOf(host, await listen(server, port, host));
	linkBase = (cashierUrl ?? publicUrl ?? url).replace(/\/+$/, '');
	isReady = true;

	const control = createControlClient(url, controlToken);
	return {
		url,
		controlToken,
		guide: guideWith(controlToken),
		payment: (id) => control.get(`${controlPaths.payments}/${id}`),
		act: (id, action) => control.post(`${controlPaths.payments}/${id}/act`, action),
		advance: (by) => control.post(controlPaths.advance, { by }),
		configure: (patch) => control.put(controlPaths.settings, patch),
		reset: () => control.post(controlPaths.reset),
		async close() {
			isReady = false;
			await stop(server, toMs(drain));
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
