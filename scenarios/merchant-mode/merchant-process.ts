/** Starts the shop of a merchant file, waits until it is ready, and stops it with its whole process group. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
	fillRecord,
	fillText,
	fillUrl,
	placeholdersIn,
} from '../../simulator/contract/placeholders.ts';
import { detachedGroup } from '../harness/child-process.ts';
import { CannotRunError, messageOf } from '../harness/errors.ts';
import { freePort } from '../harness/free-port.ts';
import { sendRequest } from '../harness/http.ts';
import { keepLastOutput } from '../harness/last-output.ts';
import { tokenVariableName } from '../harness/target.ts';
import type { LoadedMerchant } from './merchant-file.ts';

export interface MerchantProcess {
	port: number;
	/** Describes how the shop ended, with its last output; undefined while it runs. */
	ended(): string | undefined;
	/**
	 * Explains a failed call: how the shop ended, or its last output. It waits briefly, because the exit may be reported
	 * late.
	 */
	explainFailure(): Promise<string>;
	/** Drops the output so far, so that later explanations do not quote it. */
	forgetOutput(): void;
	stop(): Promise<void>;
}

export interface StartMerchantOptions {
	merchant: LoadedMerchant;
	/** The base URL of the sandbox. */
	sandbox: string;
	env: Readonly<Record<string, string | undefined>>;
	signal: AbortSignal;
	/** Shows a line to the user. */
	warn(line: string): void;
	readyMs?: number;
	/** The time until a line names the address that the runner waits for, in milliseconds. */
	noticeMs?: number;
}

/** The running shops, which are killed when this process exits. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
	for (const child of running) signalGroup(child, 'SIGKILL');
});

const stopMs = 3_000;
const exitNoticeMs = 200;

/** Starts the shop. Throws a CannotRunError with its last output if it does not become ready. */
export async function startMerchant(options: StartMerchantOptions): Promise<MerchantProcess> {
	const { merchant, sandbox, env, signal, warn } = options;
	const { readyMs = 120_000, noticeMs = 2_000 } = options;
	const { command = [], env: own = {}, ready = '' } = merchant.file;
	const port = await freePort();
	const values = { sandbox, port };
	const readyUrl = fillUrl(ready, values);
	if (!usesPortPlaceholder(merchant) && (await isListening(readyUrl))) {
		throw new CannotRunError(
			'merchant',
			`The port of "ready" is taken: another program listens at ${new URL(readyUrl).origin}. End that program, or let the shop listen on {port}.`,
		);
	}
	const [program = '', ...args] = command.map((word) => fillText(word, values));
	const child = spawn(program, args, {
		cwd: merchant.folder,
		// The shop does not get the control token: it calls no control API.
		env: { ...env, [tokenVariableName]: undefined, ...fillRecord(own, values) },
		stdio: ['ignore', 'pipe', 'pipe'],
		// Use a new process group, so that a shop started by a script ends with the script.
		detached: detachedGroup,
	});
	let failure = '';
	child.on('error', (error) => {
		failure = error.message.endsWith('ENOENT')
			? `there is no program "${program}", or no folder ${merchant.folder}. Correct "command"`
			: error.message;
	});
	const exited = new Promise<void>((resolve) => {
		child.on('error', () => resolve());
		child.on('exit', () => resolve());
	});
	running.add(child);
	const output = keepLastOutput([child.stdout, child.stderr]);
	const ended = () => {
		if (failure) return `could not be started: ${failure}`;
		const { exitCode, signalCode } = child;
		if (exitCode === null && signalCode === null) return undefined;
		return `ended with ${signalCode ?? `code ${exitCode}`}.${output.text()}`;
	};
	const stop = async () => {
		await stopGroup(child, exited);
		running.delete(child);
		// Close the pipes: a process that left the group would keep them open, and this command would not end.
		child.stdout?.destroy();
		child.stderr?.destroy();
		if (await answersStill(readyUrl)) {
			warn(
				`The shop still answers at ${readyUrl} after it was stopped: a process of it left its process group. End that process yourself.`,
			);
		}
	};
	try {
		await untilReady({ url: readyUrl, ended, signal, warn, readyMs, noticeMs });
	} catch (error) {
		await stop();
		const text = `The shop (${[program, ...args].join(' ')}, in ${merchant.folder}) ${messageOf(error)}`;
		const hasOutput = ended() !== undefined && text.includes('It wrote:');
		throw new CannotRunError('merchant', hasOutput ? text : `${text}${output.text()}`, {
			cause: error,
		});
	}
	return {
		port,
		ended,
		async explainFailure() {
			if (ended() === undefined) await Promise.race([exited, pause(exitNoticeMs)]);
			const end = ended();
			return end === undefined ? output.text() : `: the shop ${end}`;
		},
		forgetOutput: output.forget,
		stop,
	};
}

/** Whether the shop listens on `{port}`, so that several can run at once. */
export const usesPortPlaceholder = ({ file }: LoadedMerchant): boolean =>
	placeholdersIn(file.ready ?? '').includes('port');

/** Whether a program accepts connections at the address. */
export async function isListening(url: string): Promise<boolean> {
	const { protocol, hostname, port } = new URL(url);
	const socket = connect(
		Number(port) || (protocol === 'https:' ? 443 : 80),
		hostname.replace(/^\[|\]$/g, ''),
	);
	try {
		await once(socket, 'connect', { signal: AbortSignal.timeout(2_000) });
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

interface UntilReadyOptions extends Pick<StartMerchantOptions, 'signal' | 'warn'> {
	url: string;
	ended(): string | undefined;
	readyMs: number;
	noticeMs: number;
}

async function untilReady(options: UntilReadyOptions): Promise<void> {
	const { url, ended, signal, warn, readyMs, noticeMs } = options;
	const startMs = performance.now();
	const elapsedMs = () => performance.now() - startMs;
	let last = 'no answer';
	let isNoticed = false;
	while (elapsedMs() < readyMs) {
		signal.throwIfAborted();
		const end = ended();
		if (end !== undefined) throw new Error(end);
		try {
			const { status } = await sendRequest(url, {}, { timeoutMs: 2_000, signal });
			last = `status ${status}`;
			// Check that the shop still runs: another program on the port may respond instead.
			if (status < 500 && ended() === undefined) return;
		} catch (error) {
			last = messageOf(error);
		}
		if (!isNoticed && elapsedMs() >= noticeMs) {
			isNoticed = true;
			warn(`Waiting up to ${readyMs / 1_000} s until the shop is ready: GET ${url}: ${last}.`);
		}
		await pause(30);
	}
	throw new Error(`was not ready within ${readyMs / 1_000} s: GET ${url}: ${last}.`);
}

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		if (detachedGroup) process.kill(-child.pid, name);
		else child.kill(name);
	} catch {
		// All processes of the group have ended.
	}
}

async function stopGroup(child: ChildProcess, exited: Promise<void>): Promise<void> {
	signalGroup(child, 'SIGTERM');
	await Promise.race([exited, pause(stopMs, undefined, { ref: false })]);
	// Also kills children that ignore SIGTERM or survived their parent.
	signalGroup(child, 'SIGKILL');
}

/** Whether something still responds at the address: a killed process may keep its port for a moment. */
async function answersStill(url: string): Promise<boolean> {
	for (let tries = 0; tries < 10; tries += 1) {
		try {
			await sendRequest(url, {}, { timeoutMs: 500 });
		} catch {
			return false;
		}
		await pause(50);
	}
	return true;
}
