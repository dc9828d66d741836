/** k6 as a child process: its arguments, its environment and its end. */
import { spawn } from 'node:child_process';
import { detachedGroup, eachLine, stopChild } from '../../scenarios/harness/child-process.ts';
import { jobVariable } from '../plan.ts';
import type { PeakUsage } from './process-usage.ts';
import { createUsageMeter } from './process-usage.ts';

export interface K6Files {
	main: string;
	job: string;
	/** The path of an empty k6 configuration, so that the user's own does not change the measurement. */
	config: string;
}

const jobArgument = (job: string) => ['-e', `${jobVariable}=${job}`];

export function inspectArguments({ main, job, config }: K6Files): string[] {
	const quiet = ['--config', config, '--no-color', '--log-format', 'json'];
	return ['inspect', ...quiet, '--execution-requirements', ...jobArgument(job), main];
}

export function runArguments({ main, job, config }: K6Files): string[] {
	const quiet = ['--config', config, '--quiet', '--no-color', '--no-usage-report'];
	// `--out json` without a file name writes samples to stdout; the log and console.warn go to stderr.
	return ['run', ...quiet, '--log-format', 'json', '--out', 'json', ...jobArgument(job), main];
}

/** The variables that choose the browser and its options. They do not change the plan. */
const browserVariables = ['K6_BROWSER_EXECUTABLE_PATH', 'K6_BROWSER_ARGS', 'K6_BROWSER_HEADLESS'];

/** The variables of a proxy. This process does not use them, and through a proxy, k6 would measure the proxy. */
const proxyVariable = /^(https?|all)_proxy$/i;

/**
 * The environment for k6. k6 reads dozens of `K6_` variables as options; all that could change the plan are removed. For
 * https, k6 trusts the certificates that this process trusts by the variables of Node.
 */
export function k6Environment(env: Readonly<Record<string, string | undefined>>) {
	const kept = Object.entries(env).filter(
		([name]) =>
			!proxyVariable.test(name) && (!name.startsWith('K6_') || browserVariables.includes(name)),
	);
	const { NODE_EXTRA_CA_CERTS: authority, NODE_TLS_REJECT_UNAUTHORIZED: checks } = env;
	return {
		...Object.fromEntries(kept),
		// The folders of the system's certificates stay in force.
		...(authority ? { SSL_CERT_FILE: authority } : {}),
		...(checks === '0' ? { K6_INSECURE_SKIP_TLS_VERIFY: 'true' } : {}),
		K6_NO_USAGE_REPORT: 'true',
		K6_AUTO_EXTENSION_RESOLUTION: 'false',
	};
}

export interface RunK6Options {
	k6: string;
	args: readonly string[];
	env: Readonly<Record<string, string | undefined>>;
	signal: AbortSignal;
	/** If k6 runs this much longer than its plan, it is stopped. */
	limitMs: number;
	onSample(line: string): void;
	onLog(line: string): void;
	/** Called once a second. If it returns true, k6 is stopped and has only the time to write its summary. */
	onTick(): boolean;
	/** Whether flows have started. CPU time before that is not a cost of the load. */
	hasStarted(): boolean;
}

export interface K6Exit extends PeakUsage {
	exitCode: number | null;
	/** Whether a signal stopped k6 before the end of its plan: to this process, or to k6 itself. */
	interrupted: boolean;
	tooLong: boolean;
}

/** The exit code of k6 when a signal stopped it (k6, errext/exitcodes). */
const k6Stopped = 105;

/** The time for k6 to write its summary after an interrupt, in milliseconds. */
const stopMs = 15_000;

export function runK6(run: RunK6Options): Promise<K6Exit> {
	return new Promise((resolve, reject) => {
		const child = spawn(run.k6, run.args, {
			env: k6Environment(run.env),
			stdio: ['ignore', 'pipe', 'pipe'],
			// k6 gets its own process group: a second interrupt, from the terminal, would make it drop its results.
			detached: detachedGroup,
		});
		const meter = createUsageMeter(child.pid ?? 0);
		let interrupted = false;
		let tooLong = false;
		let isStopping = false;
		const stop = () => {
			if (isStopping) return;
			isStopping = true;
			stopChild(child, 'SIGINT', stopMs).catch(reject);
		};
		const onAbort = () => {
			interrupted = true;
			stop();
		};
		run.signal.addEventListener('abort', onAbort, { once: true });
		if (run.signal.aborted) onAbort();
		const limit = setTimeout(() => {
			tooLong = true;
			stop();
		}, run.limitMs);
		const ticker = setInterval(() => {
			if (run.hasStarted()) meter.sample();
			if (run.onTick()) stop();
		}, 1000);
		const clear = () => {
			clearTimeout(limit);
			clearInterval(ticker);
			run.signal.removeEventListener('abort', onAbort);
		};
		eachLine(child.stdout, run.onSample);
		eachLine(child.stderr, run.onLog);
		child.on('error', (error) => {
			clear();
			reject(error);
		});
		child.on('close', (exitCode) => {
			clear();
			// Another program stopped k6: the run is as incomplete as after Ctrl+C.
			const isStopped = interrupted || (exitCode === k6Stopped && !isStopping);
			resolve({ exitCode, ...meter.usage(), interrupted: isStopped, tooLong });
		});
	});
}
