/**
 * The events of a workspace in the order in which they are sent. No timer moves a payment: planned states are read from
 * the store's index of due states, before each change, and when the next of them is due.
 */
import { isDeepStrictEqual } from 'node:util';
import { optionByCode } from '../catalog/catalog.ts';
import { isLaterClock, isoTime } from '../contract/clock.ts';
import type { EventData, EventName } from '../contract/events.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import { differingSettings } from '../settings/differing-settings.ts';
import type { DuePage, DuePosition, Store, StoreChange } from '../state/store.ts';
import { paceOf, viewClock, wallMsUntil } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

/** An event, or a change of the store that leads to events. */
export type Occurrence =
	| { [Name in EventName]: { kind: 'event'; event: Name; data: EventData[Name] } }[EventName]
	/** A call has no event. */
	| { kind: 'gap' }
	| StoreChange;

export interface EventSequenceOptions {
	store: Store;
	wallNow(): number;
	send<Name extends EventName>(event: Name, data: EventData[Name]): void;
	/** Returns a promise when the next event must wait, because readers are far behind. */
	waitForReaders(): Promise<void> | undefined;
	/** Sends a `gap` event. */
	sendGap(): void;
	/** The number of the occurrence that was added last. */
	lastAdded(): number;
}

type PaymentChange = Extract<StoreChange, { kind: 'payment' }>;

/** How many due states are read before calls and readers get a turn. */
const pageSize = 100;
/** Redis usually stores a change in a few milliseconds. */
const storingMs = 20;
/** The most payments whose last sent state is kept. */
const maxRemembered = 10_000;

/** A position before all planned states. */
const beginning: DuePosition = { at: 0, rank: 0 };

/** Begins with the first change after `startedAt`. */
export function createEventSequence(
	start: WorkspaceRecord,
	startedAt: number,
	options: EventSequenceOptions,
) {
	const { store, wallNow, send, waitForReaders, sendGap, lastAdded } = options;
	const isShared = store.kind === 'redis';
	let record = start;
	/** The clock and the settings that were sent last. */
	let shown = start;
	let position: DuePosition = { at: startedAt + 1, rank: -1 };
	/** When the next known planned state that was not sent is due; null if there is none. */
	let nextAt: number | null = position.at;
	/** The number of the last occurrence that was added before the last reading of the due states. */
	let readFor = 0;
	/** The latest state of a payment that was sent, by its index in the timeline. */
	const sentStates = createLruCache<number>(maxRemembered);

	/** Identifies the data of the store; null while it has none, and undefined before the first reading. */
	let incarnation: string | null | undefined;

	const beginAgain = () => {
		position = beginning;
		nextAt = null;
		// Seeded ids come again in the next generation.
		sentStates.clear();
	};
	const sendState = (payment: Payment, index: number): Promise<void> | undefined => {
		const reading = waitForReaders();
		if (reading !== undefined) return reading.then(() => sendStateNow(payment, index));
		sendStateNow(payment, index);
	};
	const sendStateNow = (payment: Payment, index: number) => {
		const entry = payment.timeline[index];
		const from = payment.timeline[index - 1];
		// The first state is no transition: its event is that the payment was created.
		if (!entry || !from || (sentStates.get(payment.sessionId) ?? 0) >= index) return;
		sentStates.put(payment.sessionId, index);
		const { transactionId, paymentReference } = payment;
		const { at, state: to, cause } = entry;
		send('transition', {
			at: isoTime(at),
			transactionId,
			paymentReference,
			from: from.state,
			to,
			cause,
		});
	};
	/** Another instance may be storing states that are due before one that was found: `sentStates` has those read twice. */
	const settledTo = ({ transitions }: DuePage) =>
		(transitions.at(-1)?.at ?? 0) - Math.floor(paceOf(record.clock) * storingMs);
	/**
	 * The payments are deleted: the states that were due and not sent cannot be read any more. Over Redis, the `gap` comes
	 * with each reset.
	 */
	const loseDue = (to: number) => {
		if (!isShared && nextAt !== null && nextAt <= to) sendGap();
		nextAt = null;
	};
	/** Sends the planned states that are due up to a time. */
	const sendDue = async (to: number) => {
		const added = lastAdded();
		while (position.at <= to) {
			const range = { after: position, to, limit: pageSize };
			const page = await store.asCall(() => store.due(record, range));
			if (page === null) return loseDue(to);
			for (const { payment, index } of page.transitions) {
				const sending = sendState(payment, index);
				if (sending !== undefined) await sending;
			}
			if (page.next === null) {
				const readTo = isShared ? settledTo(page) : to;
				if (readTo >= position.at) position = { at: readTo + 1, rank: -1 };
				nextAt = page.nextAt;
				readFor = added;
				break;
			}
			position = page.next;
			nextAt = position.at;
			await yieldToCalls();
		}
	};
	const showPayment = async (change: PaymentChange, number: number) => {
		const { before, after, record: latest, now } = change;
		// The workspace was deleted and made again since this change: the payment no longer exists.
		if (latest.generation < record.generation) return;
		const hasNewClock = isShared && isLaterClock(latest.clock, record.clock);
		if (latest.generation > record.generation || hasNewClock) await catchUp(latest, now);
		// `nextAt` lacks the states that other instances planned since the last reading. A state is planned before it is due:
		// one reading is enough for all changes that wait when it begins.
		const mustRead = isShared && number > readFor;
		if (mustRead || (nextAt !== null && nextAt <= now)) await sendDue(now);
		send('payment', paymentData(after, before === null, now));
		for (const [index, { at }] of after.timeline.entries()) {
			// The index of due states has the entries after `now`, and they are read from `position` on.
			if (before?.timeline[index]?.at === at) continue;
			if (at <= Math.max(now, position.at - 1)) await sendState(after, index);
			else nextAt = Math.min(nextAt ?? at, at);
		}
	};
	/** Sends the due states, then the changes of clock and settings in the workspace record. */
	const catchUp = async (latest: WorkspaceRecord, now: number) => {
		if (latest.generation !== record.generation) {
			// The first payment of a workspace keeps its secret.
			if (latest.secret !== record.secret) {
				// The payments of other instances are deleted: what became due since the last reading is not known here.
				if (isShared) sendGap();
				send('reset', { at: isoTime(now) });
			}
			beginAgain();
		}
		record = latest;
		await sendDue(now);
		const before = shown;
		shown = latest;
		if (!isDeepStrictEqual(before.clock, latest.clock)) {
			send('clock', { ...viewClock(latest.clock, wallNow()), now: isoTime(now) });
		}
		const changed = differingSettings(before.settings.inForce, latest.settings.inForce);
		if (changed.length > 0) send('settings', { at: isoTime(now), changed });
	};

	return {
		catchUp,
		/** Redis may lose all data, for example when it starts again without persistence. No change tells of it. */
		async readIncarnation(): Promise<string | null> {
			return isShared ? store.asCall(() => store.incarnation()) : null;
		},
		noticeLoss(found: string | null, now: number): void {
			const before = incarnation;
			incarnation = found;
			if (before === undefined || before === null || before === found) return;
			send('reset', { at: isoTime(now) });
			// Payments may have been created since the loss.
			sendGap();
			beginAgain();
		},
		/**
		 * Sends the events of an occurrence; occurrences are numbered as they are added. Returns a promise only when it must
		 * wait: a promise for each event would cost more than the event.
		 */
		show(occurrence: Occurrence, number: number): Promise<void> | undefined {
			switch (occurrence.kind) {
				case 'event':
					send(occurrence.event, occurrence.data as never);
					return;
				case 'payment':
					return showPayment(occurrence, number);
				case 'workspace':
				case 'emptied':
					// After a later reset, by another instance, the change no longer exists.
					if (occurrence.record.generation < record.generation) return;
					if (occurrence.kind === 'emptied') loseDue(occurrence.endedAt);
					return catchUp(occurrence.record, occurrence.now);
				case 'gap':
				case 'uncertain':
					sendGap();
					return;
			}
		},
		/** The time until the next known planned state is due, in milliseconds; null if no wall time leads to one. */
		nextDueMs: () => (nextAt === null ? null : wallMsUntil(record.clock, nextAt, wallNow())),
	};
}

function paymentData(payment: Payment, created: boolean, now: number): EventData['payment'] {
	const { transactionId, sessionId, paymentReference, amount, currency, country } = payment;
	const fate = payment.attempts.at(-1)?.fate ?? payment.foreseen;
	return {
		at: isoTime(now),
		created,
		transactionId,
		sessionId,
		paymentReference,
		state: stateAt(payment, now),
		amount,
		currency,
		country,
		option: payment.choice && optionByCode(payment.choice.optionCode).name,
		outcome: fate?.outcome ?? null,
	};
}
