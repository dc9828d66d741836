/** Leaves out calls of a recording that repeat an earlier call: a retry that the service recognises makes no payment. */
import { servicePaths } from '../../simulator/contract/routes.ts';
import type { RecordedCall, RecordedEvent } from './recording.ts';

interface MergedRepeats {
	events: readonly RecordedEvent[];
	/** Descriptions of the calls that were left out. */
	notes: readonly string[];
}

/**
 * Keeps the first call of each repetition. It takes the response of the repeated call if its own was lost: only that
 * response has the names of the options.
 */
export function mergeRepeats(recorded: readonly RecordedEvent[]): MergedRepeats {
	const events: RecordedEvent[] = [];
	const notes: string[] = [];
	/** The places in `events` of payment-options, and of the last hybrid-payment, by session id. */
	const created = new Map<unknown, number>();
	const chosen = new Map<unknown, number>();

	function earlierOf({ call, request, response }: RecordedCall): number | undefined {
		if (call === 'paymentOptions') return created.get(response?.sessionId);
		return call === 'hybridPayment' ? chosen.get(request.sessionId) : undefined;
	}

	for (const event of recorded) {
		if (event.type === 'act') chosen.delete(event.sessionId);
		if (event.type === 'call') {
			const place = earlierOf(event);
			const earlier = place === undefined ? undefined : events[place];
			if (place !== undefined && earlier?.type === 'call' && isRepeat(earlier, event)) {
				events[place] = { ...earlier, response: { ...event.response, ...earlier.response } };
				notes.push(
					`${servicePaths[event.call]} repeats an earlier call, and got its response: the story leaves it out.`,
				);
				continue;
			}
			if (event.call === 'paymentOptions') created.set(event.response?.sessionId, events.length);
			if (event.call === 'hybridPayment') chosen.set(event.request.sessionId, events.length);
		}
		events.push(event);
	}
	return { events, notes };
}

function isRepeat(earlier: RecordedCall, { call, request, response }: RecordedCall): boolean {
	// Both have the same session, and each new payment has a new one.
	if (call === 'paymentOptions') return true;
	const isSameChoice =
		earlier.request.paymentOptionId === request.paymentOptionId &&
		earlier.request.optionId === request.optionId;
	const [before, now] = [earlier.response?.redirectUrl, response?.redirectUrl];
	// A lost response has no address. The same choice again changes nothing (D-33).
	return isSameChoice && (before === undefined || now === undefined || before === now);
}
