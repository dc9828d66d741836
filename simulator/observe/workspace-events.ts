/**
 * Turns the calls and changes of a workspace into events, in order. No timer moves a payment: planned states are read from
 * the store's index of due states, before each change, and when the next of them is due.
 */
import { isDeepStrictEqual } from 'node:util';
import { optionByCode } from '../catalog/catalog.ts';
import { isoTime } from '../contract/clock.ts';
import type { EventData, EventName } from '../contract/events.ts';
import { valueAt } from '../contract/json.ts';
import type { Settings } from '../contract/settings.ts';
import { settingTable } from '../contract/settings.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import { createQueue } from '../journal/queue.ts';
import { nextTurn } from '../runtime/awaitable.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { createPause, sleep } from '../runtime/time.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import { StoreUnavailable } from '../state/backend.ts';
import type { DuePosition, Store, StoreChange } from '../state/store.ts';
import { viewClock, wallMsUntil } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';

/** An event, or a change of the store that leads to events. */
export type Occurrence =
	| { [Name in EventName]: { kind: 'event'; event: Name; data: EventData[Name] } }[EventName]
	/** A call has no event. */
	| { kind: 'gap' }
	| StoreChange;

export interface WorkspaceEventsOptions {
	store: Store;
	wallNow(): number;
	workspace: string;
	send<Name extends EventName>(event: Name, data: EventData[Name]): void;
	/** Returns a promise when the next event must wait, because readers are far behind. */
	waitForReaders(): Promise<void> | undefined;
	/** Sends a `gap` event. */
	sendGap(): void;
	/** Is called when occurrences are lost, because too many wait or because one cannot be made an event. */
	lost(): void;
	/** Aborted when the workspace is no longer followed. */
	ended: AbortSignal;
	/** Is called at least once a second. */
	tick(): void;
}

export interface WorkspaceEvents {
	/** Resolves when every further change becomes an event. Rejects if the store does not respond. */
	started: Promise<void>;
	add(occurrence: Occurrence): void;
}

/** The store is read at least this often: another process may have moved the clock. */
const pollMs = 1_000;
/** How many occurrences are shown, and due states are read, before calls and readers get a turn. */
const maxAtOnce = 100;
/** The most occurrences that wait while the store does not respond. */
const maxWaiting = 10_000;
/** The most occurrences that wait when events wait for readers: those of about a second. */
const maxBehind = 300;
/** The most payments whose last sent state is kept. */
const maxRemembered = 10_000;

/** A position before all planned states. */
const beginning: DuePosition = { at: 0, rank: 0 };

export function followWorkspace(options: WorkspaceEventsOptions): WorkspaceEvents {
	const { store, wallNow, workspace, lost, ended, tick } = options;
	let waiting = createQueue<Occurrence>();
	const pause = createPause();

	async function follow(record: WorkspaceRecord): Promise<void> {
		// Changes that wait must not collect behind a slow reader: then the other readers would be late too.
		const waitForReaders = () =>
			waiting.size() < maxBehind ? options.waitForReaders() : undefined;
		const view = createView(record, nowIn(record, wallNow()), { ...options, waitForReaders });
		let current: Occurrence | undefined;
		let shown = 0;
		while (!ended.aborted) {
			try {
				current ??= waiting.shift();
				if (current) {
					const showing = view.show(current);
					if (showing !== undefined) await showing;
					current = undefined;
					shown += 1;
					if (shown % maxAtOnce === 0) await yieldToCalls();
					continue;
				}
				tick();
				const incarnation = await view.readIncarnation();
				const latest = await recordNow();
				// A change that arrived during the read may be older than the record: show it first.
				if (waiting.size() > 0) continue;
				view.noticeLoss(incarnation, nowIn(latest, wallNow()));
				await view.catchUp(latest, nowIn(latest, wallNow()));
				if (ended.aborted || waiting.size() > 0) continue;
				// Collect the occurrences of this event-loop turn.
				if (await pause.wait(view.idleMs())) await nextTurn();
			} catch (failure) {
				if (!(failure instanceof StoreUnavailable)) {
					current = undefined;
					lost();
				}
				// The store did not respond: try the same occurrence again. `sentStates` keeps a transition from being sent twice.
				await sleep(pollMs, ended);
			}
		}
	}
	const recordNow = () => store.asCall(async () => await store.workspaceRecord(workspace));
	ended.addEventListener('abort', pause.wake);

	const first = recordNow();
	first.then(follow).catch(() => {});
	return {
		started: first.then(() => undefined),
		add(occurrence) {
			if (waiting.size() >= maxWaiting) {
				waiting = createQueue();
				lost();
			}
			waiting.push(occurrence);
			pause.wake();
		},
	};
}

/** Keeps what was already sent of a workspace. */
function createView(
	start: WorkspaceRecord,
	startedAt: number,
	{ store, wallNow, send, waitForReaders, sendGap }: WorkspaceEventsOptions,
) {
	const isShared = store.kind === 'redis';
	let record = start;
	/** The clock and the settings that were sent last. */
	let shown = start;
	let position: DuePosition = { at: startedAt + 1, rank: -1 };
	/** When the next known planned state is due; null if there is none. */
	let nextAt: number | null = position.at;
	/** The latest state of a payment that was sent, by its index in the timeline. */
	const sentStates = createLruCache<number>(maxRemembered);

	/** Identifies the data of the store; null while it has none, and undefined before the first reading. */
	let incarnation: string | null | undefined;

	const beginAgain = () => {
		position = beginning;
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
	/** Sends the planned states that are due up to a time. */
	const sendDue = async (to: number) => {
		while (position.at <= to) {
			const range = { after: position, to, limit: maxAtOnce };
			const page = await store.asCall(() => store.due(record, range));
			for (const { payment, index } of page.transitions) {
				const sending = sendState(payment, index);
				if (sending !== undefined) await sending;
			}
			position = page.next ?? { at: to + 1, rank: -1 };
			if (page.next === null) nextAt = page.nextAt;
			else await yieldToCalls();
		}
	};
	const showPayment = async (change: Extract<StoreChange, { kind: 'payment' }>) => {
		const { before, after, now } = change;
		// The workspace was deleted and made again since this change: the payment no longer exists.
		if (change.record.generation < record.generation) return;
		if (change.record.generation > record.generation) await catchUp(change.record, now);
		if (nextAt !== null && nextAt <= now) await sendDue(now);
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
		const changed = changedSettings(before.settings.inForce, latest.settings.inForce);
		if (changed.length > 0) send('settings', { at: isoTime(now), changed });
	};

	const readAgain = async () => {
		const latest = await store.asCall(async () => await store.workspaceRecord(record.name));
		await catchUp(latest, nowIn(latest, wallNow()));
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
		/** Returns a promise only when it must wait: a promise for each event would cost more than the event. */
		show(occurrence: Occurrence): Promise<void> | undefined {
			switch (occurrence.kind) {
				case 'event':
					send(occurrence.event, occurrence.data as never);
					return;
				case 'payment':
					return showPayment(occurrence);
				case 'workspace':
					return catchUp(occurrence.record, occurrence.now);
				case 'gap':
				case 'uncertain':
					sendGap();
					return;
				case 'emptied':
					// At once: calls that came after the reset may wait behind it.
					return readAgain();
			}
		},
		/** The time until the next planned state is due, in milliseconds. */
		idleMs(): number {
			if (nextAt === null) return pollMs;
			return Math.min(pollMs, wallMsUntil(record.clock, nextAt, wallNow()) ?? pollMs);
		},
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

const settingPaths = Object.keys(settingTable);

/** Returns the names of changed settings without values, which may be secret. */
function changedSettings(before: Settings, after: Settings): string[] {
	if (before === after) return [];
	return settingPaths.filter((path) => {
		const keys = path.split('.');
		return !isDeepStrictEqual(valueAt(before, keys), valueAt(after, keys));
	});
}
