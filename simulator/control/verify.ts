/** The route `POST /_sandbox/verify`: answers questions about the calls in the journal. */
import { toMs } from '../contract/duration.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import type { FieldError } from '../contract/problem.ts';
import type { VerifyAllAnswer, VerifyAnswer } from '../contract/verify.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { MissedCalls } from '../journal/open-calls.ts';
import { createForwardReader } from '../journal/read.ts';
import type { Steps } from '../runtime/slices.ts';
import { runInSlices } from '../runtime/slices.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { monotonicMs, sleep } from '../runtime/time.ts';
import type { HeaderNames } from '../verify/call-matcher.ts';
import type { VerifyTally } from '../verify/tally.ts';
import type { Call, Reply, RouteResult } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { credentialHeaderOf } from '../wire/credentials.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { LeavePlace } from './concurrency-limit.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { ControlDeps } from './deps.ts';
import type { VerifyMemory } from './verify-memory.ts';
import { createVerifyMemory, maxBytesOfWaits } from './verify-memory.ts';
import type { Questions } from './verify-questions.ts';
import { readQuestions } from './verify-questions.ts';

/** A question that waits for more calls. */
interface Waiting {
	tally: VerifyTally;
	withinMs: number;
	answer: VerifyAnswer | null;
	/** Whether the stop of the sandbox ended its wait. */
	isCutShort: boolean;
}

interface Resources {
	memory: VerifyMemory;
	/** Waits for further calls. If it may, a call that takes turns leaves its place meanwhile. */
	awaitCalls: LeavePlace;
}

/**
 * How long a question waits beyond its time for calls that are being decided, in milliseconds. Most are decided within
 * a few: without this wait, the calls of other tests in the workspace would often make an answer uncertain.
 */
const decidedWithinMs = 100;
/** The same for calls that have not started, in milliseconds: a busy server starts them in the order of their arrival. */
const startedWithinMs = 1_000;

/**
 * The most waiting questions of a process: each recorded call is compared with all of them. As many of those that take
 * turns may leave their places.
 */
const maxWaits = 200;

/**
 * How many calls without `within` run at a time. They take turns because each holds the references of its questions. One
 * that waits for calls that are being decided leaves its place, or the calls of one workspace would hold up the others.
 */
const maxAtOnce = 8;

export function verify(deps: ControlDeps) {
	const { store, journal, stopping } = deps;
	const nextCall = createForwardReader(journal);
	const limit = createConcurrencyLimit(store, maxAtOnce);
	const memoryFor = createVerifyMemory();
	let waits = 0;
	let away = 0;
	return async (call: Call): Promise<RouteResult> => {
		const questions = readQuestions(call.body);
		if ('code' in questions) return questions;
		const isWait = questions.list.some(({ question }) => toMs(question.within ?? 0) > 0);
		if (!isWait) {
			const memory = memoryFor(false);
			return limit.run(call, (leavePlace) => {
				const awaitCalls: LeavePlace = async (wait) => {
					if (away >= maxWaits || !memory.beginWait()) return wait();
					away += 1;
					await leavePlace(wait).finally(() => {
						away -= 1;
						memory.endWait();
					});
				};
				return answerCall(call, questions, { memory, awaitCalls });
			});
		}
		if (waits >= maxWaits) return tooManyWaits(`${maxWaits} calls of verify wait, as many`);
		const memory = memoryFor(true);
		waits += 1;
		try {
			const awaitCalls: LeavePlace = (wait) => wait();
			const reply = await answerCall(call, questions, { memory, awaitCalls });
			if (!memory.isExhausted()) return reply;
			const megabytes = maxBytesOfWaits / 1_000_000;
			return tooManyWaits(`The waiting calls of verify hold ${megabytes} MB, as much`);
		} finally {
			waits -= 1;
			memory.release();
		}
	};

	async function answerCall(
		call: Call,
		questions: Questions,
		{ memory, awaitCalls }: Resources,
	): Promise<Reply | ApiError> {
		const record = await store.workspaceRecord(call.workspace);
		const startId = journal.of(record.secret)?.latestId ?? 0;
		const names = headerNamesIn(record);
		// Load this on the first call: the engine for regular expressions takes longer to load than the rest of the control
		// API.
		const { createVerifyTally } = await import('../verify/tally.ts');
		const waiting: Waiting[] = [];
		const compile = function* (): Steps<FieldError[]> {
			for (const { question, path } of questions.list) {
				const { tally, errors, bytes } = createVerifyTally(question, path, names, memory.reserve);
				// Only calls that wait run out of memory here: they are refused.
				if (!memory.reserveBytes(bytes)) return [];
				if (tally.since > startId) errors.push(unknownSince(path, startId));
				if (errors.length > 0) return errors;
				const withinMs = toMs(question.within ?? 0);
				waiting.push({ tally, withinMs, answer: null, isCutShort: false });
				yield;
			}
			return [];
		};
		const errors = await runInSlices(compile());
		if (errors.length > 0) return { code: 'invalid_body', errors };
		await answerAll(waiting, { call, record, memory, awaitCalls });
		const results = waiting.flatMap(({ answer }) => answer ?? []);
		const failed = waiting.filter(({ answer }) => answer?.ok === false);
		const ok = failed.length === 0;
		if (!ok && failed.every(({ isCutShort }) => isCutShort)) {
			return { code: 'sandbox_stopping', retryAfterS: 1 };
		}
		const [only] = results;
		const body: VerifyAllAnswer | VerifyAnswer | undefined = questions.isList
			? { ok, results }
			: only;
		if (ok) return json(body);
		const [refusal] = (failed[0]?.answer?.message ?? '').split('.\n', 1);
		return {
			...json(body, noNotes, 409),
			...(refusal ? { refusal: refusal.replace(/\.$/, '') } : {}),
		};
	}

	/**
	 * Compares new entries with each question, until all are answered, the time is over, the client leaves, the sandbox
	 * stops, or the memory for waits is exhausted.
	 */
	async function answerAll(
		waiting: readonly Waiting[],
		{ call, record, memory, awaitCalls }: Resources & { call: Call; record: WorkspaceRecord },
	): Promise<void> {
		const { secret } = record;
		const startMs = monotonicMs();
		const clearedId = journal.of(secret)?.clearedId ?? 0;
		const endings = [call.clientGone, stopping];
		/** Whether calls were in line: these are decided a moment after they have started. */
		let hadLine = false;
		let readId = Math.min(...waiting.map(({ tally }) => tally.since));
		for (;;) {
			const elapsedMs = monotonicMs() - startMs;
			const latestId = journal.of(secret)?.latestId ?? readId;
			const openCalls = journal.openCalls(record.name);
			const inLine = deps.callsInLine(record.name);
			const open = waiting.filter(({ answer }) => answer === null);
			const isEnding = () => memory.isExhausted() || call.clientGone.aborted;
			await runInSlices(compare(readId, latestId, open, { secret, isEnding }));
			readId = latestId;
			const isOver = ({ withinMs }: Waiting) => elapsedMs >= withinMs;
			/** The calls that arrived in the time of the question and may count, but are not recorded yet. */
			const openFor = ({ tally, withinMs }: Waiting) =>
				openCalls.filter((call) => call.arrivedMs <= startMs + withinMs && tally.mayCount(call));
			/** The same before they start. Only their workspace and endpoint are known. */
			const inLineFor = ({ tally, withinMs }: Waiting) =>
				inLine.filter(
					({ atMs, endpoint }) => atMs <= startMs + withinMs && mayHaveCounted(tally, endpoint),
				).length;
			hadLine ||= inLine.length > 0;
			const beyondMs = hadLine ? startedWithinMs : decidedWithinMs;
			const endMsOf = (one: Waiting) => one.withinMs + (isOver(one) ? beyondMs : 0);
			const isUndecided = (one: Waiting) =>
				elapsedMs < endMsOf(one) &&
				(inLineFor(one) > 0 || openFor(one).some((call) => call.transactionId === null));
			const isDecided = (one: Waiting) =>
				one.tally.isSettled() || (isOver(one) && !isUndecided(one));
			const isStopping = stopping.aborted;
			const due = open.filter((one) => isEnding() || isStopping || isDecided(one));
			const isSame = due.length > 0 && (await isUnchanged(record));
			const missedCalls = journal.missedCalls(record.name, 'emptied');
			const answerDue = function* (): Steps<void> {
				for (const one of due) {
					const { tally } = one;
					one.isCutShort = isStopping && !isDecided(one);
					const base = Math.max(tally.since, clearedId);
					const missing = Math.max(0, latestId - base - tally.seen());
					const watch = {
						...{ isSame, isWatched: isOver(one), open: openFor(one).length + inLineFor(one) },
						missed: missedFor(tally, missedCalls),
					};
					one.answer = tally.answer(missing, watch);
					yield;
				}
			};
			await runInSlices(answerDue());
			if (due.length === open.length) return;
			const left = open.filter(({ answer }) => answer === null);
			const leftMs = Math.min(...left.map(endMsOf)) - elapsedMs;
			// Calls may have been recorded during the comparison.
			const newestId = journal.of(secret)?.latestId ?? latestId;
			if (newestId <= latestId) await awaitCalls(() => nextRecord(secret, leftMs, endings));
		}
	}

	/** Whether a call may count of which only the endpoint is known. */
	function mayHaveCounted(tally: VerifyTally, endpoint: JournalEndpoint): boolean {
		const isPossible = (name: JournalEndpoint) =>
			tally.mayHaveCounted({ endpoint: name, transactionId: null, paymentReference: null });
		// Without the settings, a status page with a path of its own is not known as one.
		return isPossible(endpoint) || (endpoint === 'unknown' && isPossible('cashier'));
	}

	/** Counts the missed calls that may have counted. Only their endpoint is known. */
	function missedFor(tally: VerifyTally, missed: MissedCalls): number {
		const counts = [...missed].filter(([endpoint]) => mayHaveCounted(tally, endpoint));
		return counts.reduce((sum, [, count]) => sum + count, 0);
	}

	/** Whether the workspace was not reset, and the journal did not drop it. A wait may be longer than one deadline. */
	async function isUnchanged(record: WorkspaceRecord): Promise<boolean> {
		const now = await store.asCall(() => store.workspaceRecord(record.name));
		return now.secret === record.secret && journal.isWhole(record);
	}

	/** Compares the entries after `readId`, up to `latestId`, with the open questions. */
	function* compare(
		readId: number,
		latestId: number,
		open: readonly Waiting[],
		{ secret, isEnding }: { secret: string; isEnding(): boolean },
	): Steps<void> {
		let call = nextCall(secret, readId);
		while (call !== null && call.entry.id <= latestId && !isEnding()) {
			for (const { tally } of open) {
				tally.add(call.entry, call.order);
				yield;
			}
			call = nextCall(secret, call.entry.id);
		}
	}

	/** Resolves when a call is recorded, after `ms`, or when one of the `endings` aborts. */
	async function nextRecord(
		secret: string,
		ms: number,
		endings: readonly AbortSignalLike[],
	): Promise<void> {
		const controller = new AbortController();
		// Pass a reason: without one, each `abort` creates an exception with a stack.
		const abort = () => controller.abort(null);
		const unwatch = journal.watch(secret, abort);
		for (const ending of endings) ending.addEventListener('abort', abort);
		if (!endings.some(({ aborted }) => aborted)) await sleep(ms, controller.signal);
		unwatch();
		for (const ending of endings) ending.removeEventListener('abort', abort);
	}
}

const tooManyWaits = (limit: string): ApiError => {
	return { code: 'too_many_waits', limit, retryAfterS: 1 };
};

function headerNamesIn({ settings }: WorkspaceRecord): HeaderNames {
	const { auth, idempotency, journal } = settings.inForce;
	return {
		authorization: credentialHeaderOf(auth).toLowerCase(),
		idempotencyKey: (idempotency.header ?? 'Idempotency-Key').toLowerCase(),
		recorded: journal.headers.map((name) => name.toLowerCase()),
	};
}

function unknownSince(path: string, latestId: number) {
	const param = path === '' ? 'since' : `${path}.since`;
	return {
		param,
		detail: `${param} must be the id of an entry: the latest of this workspace is ${latestId}.`,
		fix: 'Send the id of the newest entry of GET /_sandbox/journal?limit=1, or leave it out.',
	};
}
