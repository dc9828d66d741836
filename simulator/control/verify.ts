/** `POST /_sandbox/verify`: questions about the calls in the journal. */
import { toMs } from '../contract/duration.ts';
import { isObject } from '../contract/json.ts';
import type { VerifyAllAnswer, VerifyAnswer, VerifyQuestion } from '../contract/verify.ts';
import { verifyAllSchema, verifyQuestionSchema } from '../contract/verify.ts';
import type { ApiError } from '../errors/api-error.ts';
import { entriesAfter } from '../journal/read.ts';
import { nextTurn } from '../runtime/awaitable.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { monotonicMs, sleep } from '../runtime/time.ts';
import type { HeaderNames } from '../verify/call-matcher.ts';
import type { Tally } from '../verify/tally.ts';
import type { Call, Reply } from '../wire/call.ts';
import { json, noNotes } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { ControlDeps } from './deps.ts';

const example = {
	match: { endpoint: 'paymentOptions', status: 200, reference: 'order-1001', header: {} },
	times: 1,
	within: '2s',
	since: 0,
	after: { endpoint: 'paymentOptions', status: 200, reference: 'order-1001' },
	unit: 'payments',
	per: 'paymentReference',
	resent: 'exclude',
};

/** A question that waits for its calls. */
interface Waiting {
	tally: Tally;
	withinMs: number;
	answer: VerifyAnswer | null;
}

/** In one process: each recorded call is compared with the questions of all that wait. */
const maxWaits = 200;
/** Entries that are read from the journal at once. */
const sliceSize = 50;
/** Other calls are served after this time, and after the comparison that is under way. */
const maxBusyMs = 10;

export function verify(deps: ControlDeps) {
	const { store, journal, stopping } = deps;
	let waits = 0;
	return async (call: Call): Promise<Reply | ApiError> => {
		const questions = readQuestions(call.body);
		if ('code' in questions) return questions;
		const record = await store.workspaceRecord(call.workspace);
		const startId = journal.of(record.secret)?.latestId ?? 0;
		const names = headerNamesIn(record);
		// The engine of regular expressions takes longer to load than the rest of the control API.
		const { createTally } = await import('../verify/tally.ts');
		const waiting: Waiting[] = [];
		for (const { question, path } of questions.list) {
			const { tally, errors } = createTally(question, path, names);
			if (tally.since > startId) errors.push(unknownSince(path, startId));
			if (errors.length > 0) return { code: 'invalid_body', errors };
			waiting.push({ tally, withinMs: toMs(question.within ?? 0), answer: null });
		}
		const isWait = waiting.some(({ withinMs }) => withinMs > 0);
		if (isWait && waits >= maxWaits) {
			return { code: 'too_many_waits', maximum: maxWaits, retryAfterS: 1 };
		}
		if (isWait) waits += 1;
		try {
			await answerAll(waiting, call, record);
		} finally {
			if (isWait) waits -= 1;
		}
		const results = waiting.flatMap(({ answer }) => answer ?? []);
		const ok = results.every((answer) => answer.ok);
		const [only] = results;
		const body: VerifyAllAnswer | VerifyAnswer | undefined = questions.isList
			? { ok, results }
			: only;
		if (ok) return json(body);
		const [refusal] = (results.find((answer) => !answer.ok)?.message ?? '').split('.\n', 1);
		return {
			...json(body, noNotes, 409),
			...(refusal ? { refusal: refusal.replace(/\.$/, '') } : {}),
		};
	};

	/** Gives each question its entries until it is settled, its time is over, the client leaves or the sandbox stops. */
	async function answerAll(
		waiting: readonly Waiting[],
		{ clientGone }: Call,
		record: WorkspaceRecord,
	): Promise<void> {
		const { secret } = record;
		const startMs = monotonicMs();
		const clearedId = journal.of(secret)?.clearedId ?? 0;
		const endings = [clientGone, stopping];
		let readId = Math.min(...waiting.map(({ tally }) => tally.since));
		for (;;) {
			// Subscribe before the journal is read, so that no call in between is missed.
			const change = nextRecord(secret, endings);
			try {
				const elapsedMs = monotonicMs() - startMs;
				const latestId = journal.of(secret)?.latestId ?? readId;
				const open = waiting.filter(({ answer }) => answer === null);
				readId = await readTo(latestId, readId, open, secret);
				const isEnding = endings.some(({ aborted }) => aborted);
				const isOver = ({ withinMs }: Waiting) => elapsedMs >= withinMs;
				const due = open.filter((one) => isEnding || isOver(one) || one.tally.isSettled());
				const isSame = due.length > 0 && (await isUnchanged(record));
				for (const one of due) {
					const { tally } = one;
					const base = Math.max(tally.since, clearedId);
					const missing = Math.max(0, latestId - base - tally.seen());
					one.answer = tally.answer(missing, { isSame, isWatched: isOver(one) });
				}
				if (due.length === open.length) return;
				const left = open.filter(({ answer }) => answer === null);
				const leftMs = Math.min(...left.map(({ withinMs }) => withinMs)) - elapsedMs;
				await sleep(leftMs, change.signal);
			} finally {
				change.unsubscribe();
			}
		}
	}

	/** False when the workspace was reset, and when the journal dropped it as a whole. A wait may take a minute: its read is a call of its own. */
	async function isUnchanged(record: WorkspaceRecord): Promise<boolean> {
		const now = await store.asCall(() => store.workspaceRecord(record.name));
		return now.secret === record.secret && journal.isWhole(record);
	}

	/** Compares the entries up to `latestId`, and lets other calls be served in between. */
	async function readTo(
		latestId: number,
		from: number,
		open: readonly Waiting[],
		secret: string,
	): Promise<number> {
		let readId = from;
		let busyFromMs = monotonicMs();
		while (readId < latestId) {
			const slice = entriesAfter(journal.of(secret), readId, sliceSize);
			for (const entry of slice) {
				if (entry.id > latestId) return latestId;
				for (const { tally } of open) {
					tally.add(entry);
					if (monotonicMs() - busyFromMs < maxBusyMs) continue;
					await nextTurn();
					busyFromMs = monotonicMs();
				}
				readId = entry.id;
			}
			if (slice.length < sliceSize) return latestId;
		}
		return latestId;
	}

	/** The signal is aborted when a call is recorded, and when the wait ends. */
	function nextRecord(secret: string, endings: readonly AbortSignalLike[]) {
		const controller = new AbortController();
		const abort = () => controller.abort();
		const unwatch = journal.watch(secret, abort);
		for (const ending of endings) ending.addEventListener('abort', abort);
		const unsubscribe = () => {
			unwatch();
			for (const ending of endings) ending.removeEventListener('abort', abort);
		};
		return { signal: controller.signal, unsubscribe };
	}
}

interface Questions {
	list: { question: VerifyQuestion; path: string }[];
	isList: boolean;
}

function readQuestions(body: unknown): Questions | ApiError {
	if (isObject(body) && 'all' in body) {
		const sent = validateBody(verifyAllSchema, body, { all: [example] });
		if (!sent.ok) return sent.refusal;
		const list = sent.data.all.map((question, index) => ({ question, path: `all.${index}` }));
		return { list, isList: true };
	}
	const sent = validateBody(verifyQuestionSchema, body, example);
	if (!sent.ok) return sent.refusal;
	return { list: [{ question: sent.data, path: '' }], isList: false };
}

function headerNamesIn({ settings }: WorkspaceRecord): HeaderNames {
	const { auth, idempotency, journal } = settings.inForce;
	return {
		authorization: (auth.header ?? 'Authorization').toLowerCase(),
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
