/** Reports of one state to the shop, several of them at the same time. */
import type { AddDetail } from '../runner/recorder.ts';

/** The shop has answered a report with another status than 2xx or 3xx. */
export class ReportRefused extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** The statuses with which a shop may refuse a report while it takes another one. */
const busyStatuses = [409, 423, 429, 503];

/** Sends a report so many times at the same time. The shop must take one. It may refuse others, because it is busy. */
export async function reportAtOnce(
	reports: number,
	send: () => Promise<void>,
	note: AddDetail,
): Promise<void> {
	const sent = await Promise.allSettled(Array.from({ length: reports }, send));
	const failures = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
	for (const failure of failures) {
		const isBusy = failure instanceof ReportRefused && busyStatuses.includes(failure.status);
		if (!isBusy || failures.length === reports) throw failure;
		note(failure.message);
	}
}
