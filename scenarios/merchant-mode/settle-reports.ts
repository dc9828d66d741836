/** Sends the report of a state to the shop, several times at once if a story wants that, and judges the answers. */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../harness/errors.ts';
import type { HttpResponse } from '../harness/http.ts';
import type { AddDetail } from '../runner/recorder.ts';

/** The shop has answered a report with another status than 2xx or 3xx. */
export class ReportRefused extends Error {
	readonly status: number;
	/** The header Retry-After in milliseconds; undefined if it is missing, or no whole number of seconds. */
	readonly retryAfterMs: number | undefined;

	constructor({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>, message: string) {
		super(message);
		this.status = status;
		const seconds = headers.get('retry-after') ?? '';
		this.retryAfterMs = /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
	}
}

/** The shop has recorded this state already, or the report comes too late for the order. The order says which is right. */
const conflict = 409;

/** The statuses with which a shop may refuse a report because it is busy. */
const busyStatuses = [conflict, 423, 429, 503];

const isBusy = (error: unknown): error is ReportRefused =>
	error instanceof ReportRefused && busyStatuses.includes(error.status);

/** The longest Retry-After that a story waits for, in milliseconds. */
const longestPauseMs = 10_000;

/**
 * Sends a report so many times at the same time. The shop must take one of several, and may refuse others because it is
 * busy. It may answer a single one with 409: the story then judges by the order. A busy shop that answers with
 * Retry-After gets the report once more.
 */
export async function sendReports(
	reports: number,
	send: () => Promise<void>,
	note: AddDetail,
): Promise<void> {
	const sending = Array.from({ length: reports }, () => sendOrRepeat(send, note));
	const sent = await Promise.allSettled(sending);
	const failures = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
	for (const failure of failures) {
		const isAllowed =
			reports === 1
				? failure instanceof ReportRefused && failure.status === conflict
				: isBusy(failure) && failures.length < reports;
		if (!isAllowed) throw failure;
		note(messageOf(failure));
	}
}

async function sendOrRepeat(send: () => Promise<void>, note: AddDetail): Promise<void> {
	try {
		await send();
	} catch (error) {
		if (!isBusy(error) || error.retryAfterMs === undefined) throw error;
		if (error.retryAfterMs > longestPauseMs) throw error;
		note(`${error.message}, with Retry-After: it is sent once more`);
		await pause(error.retryAfterMs);
		await send();
	}
}
