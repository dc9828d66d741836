/** Prints one console line for each refused call, each warning, each client that disconnected early, and each fault. */
import { STATUS_CODES } from 'node:http';
import type { FaultHit } from '../contract/faults.ts';
import { longestReference } from '../contract/glob.ts';
import { defaultWorkspace, servicePaths } from '../contract/routes.ts';
import type { WarningCode } from '../contract/warnings.ts';
import { maskCards } from '../domain/card.ts';
import { sentReference } from '../domain/reference.ts';
import type { Reply } from '../wire/call.ts';
import type { CallRecorder, RequestContext } from '../wire/request-context.ts';
import { loggedPath } from '../wire/request-context.ts';

export interface ConsoleLines extends Pick<CallRecorder, 'record'> {
	/** Prints a line for input that is not HTTP. */
	refusedInput(status: number, sentence: string): void;
}

interface ConsoleLinesOptions {
	write(line: string): void;
	hasColours: boolean;
	monotonicMs(): number;
	/** Resolves after the time, or as soon as the sandbox has stopped. */
	sleep(ms: number): Promise<void>;
}

/** The console prints at most this many lines a second, and then a count of the rest: it must stay readable, and cost little. */
const linesPerSecond = 10;

/** These warnings are not printed, because most first requests leave optional fields out. Response header and journal have them. */
const everydayWarning: WarningCode = 'optional_field_missing';

export function createConsoleLines(options: ConsoleLinesOptions): ConsoleLines {
	const { write, hasColours, monotonicMs, sleep } = options;
	let printed = 0;
	let omitted = 0;

	const endSecond = () => {
		if (omitted > 0) write(`… and ${omitted} more\n`);
		printed = 0;
		omitted = 0;
	};
	/** Calls `rest` only if the line is printed, because it may parse the body of the call. */
	const print = (marker: string, rest: () => string) => {
		if (printed === linesPerSecond) {
			omitted += 1;
			return;
		}
		printed += 1;
		if (printed === 1) void sleep(1_000).then(endSecond);
		write(`${hasColours ? coloured(marker) : marker} ${rest()}\n`);
	};

	return {
		record(context, reply, { gone }) {
			const { faults } = context;
			const { warnings, problem } = reply.notes;
			if (faults.length > 0) {
				print('f', () => `${subject(context)} ${faults.map(faultText).join(', ')}`);
			} else if (gone) {
				// A stop also disconnects clients that still wait. Those are not printed.
				if (context.isServing()) print('x', () => `${subject(context)} ${left(context)}`);
			} else if (problem !== undefined || reply.status >= 400) {
				print(String(reply.status), () => refusal(context, reply));
			}
			const shown = warnings?.filter((code) => code !== everydayWarning) ?? [];
			if (shown.length > 0) print('!', () => `${subject(context)} ${shown.join(', ')}`);
		},
		refusedInput: (status, sentence) => print(String(status), () => sentence),
	};

	function left({ startedMs }: RequestContext): string {
		return `client left after ${((monotonicMs() - startedMs) / 1_000).toFixed(1)} s`;
	}
}

function faultText({ id, kind, phase }: FaultHit): string {
	return `${kind} ${phase} (${plain(id, 40)})`;
}

function refusal(context: RequestContext, { status, refusal: sentence }: Reply): string {
	const reference = referenceOf(context);
	const names = [...workspaceOf(context), callOf(context), ...(reference ? [reference] : [])];
	// A refusal in a page of the cashier has no problem text.
	return `${names.join(' ')}: ${plain(sentence ?? STATUS_CODES[status] ?? 'refused', 200)}`;
}

/** Names the payment by its reference, or by the call if it has none. */
function subject(context: RequestContext): string {
	return [...workspaceOf(context), referenceOf(context) ?? callOf(context)].join(' ');
}

function workspaceOf({ workspace }: RequestContext): string[] {
	return workspace === defaultWorkspace ? [] : [`[${workspace}]`];
}

function callOf({ call, method, path }: RequestContext): string {
	if (call === null) return `${method} ${plain(loggedPath(path).slice(0, 200), 80)}`;
	return servicePaths[call].slice(servicePaths[call].lastIndexOf('/') + 1);
}

/** Returns the reference of the payment. If the request created no payment, its body has the reference. */
function referenceOf({ paymentReference, call, sent }: RequestContext): string | null {
	const found =
		paymentReference ?? (call === 'paymentOptions' && sent ? referenceIn(sent.toString()) : null);
	return found === null ? null : plain(found, 48) || null;
}

function referenceIn(text: string): string | null {
	try {
		const reference = sentReference(JSON.parse(text));
		return reference !== null && reference.length <= longestReference ? reference : null;
	} catch {
		return null;
	}
}

/**
 * On one line, without card numbers, and without control and invisible characters, which could change the terminal or
 * hide a card number.
 */
function plain(text: string, maximum: number): string {
	const visible = maskCards(text.replace(/[\p{C}\p{DI}\p{Zl}\p{Zp}]/gu, ''));
	return visible.length > maximum ? `${[...visible].slice(0, maximum - 1).join('')}…` : visible;
}

/** Red: the sandbox failed, or a call was cut. Yellow: something to look at. */
function coloured(marker: string): string {
	const colour = { f: 36, x: 31, '!': 33 }[marker] ?? (marker >= '500' ? 31 : 33);
	return `\u001b[${colour}m${marker}\u001b[39m`;
}
