/** Reads a recording from an HTTP Archive 1.2, which a sandbox's journal, a browser or a proxy wrote. */
import { z } from 'zod';
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { isObject, valueAt } from '../../simulator/contract/json.ts';
import type { ServiceCall } from '../../simulator/contract/routes.ts';
import {
	cashierPath,
	headerNames,
	serviceCalls,
	servicePaths,
} from '../../simulator/contract/routes.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import { outcomes } from '../../simulator/contract/test-values.ts';
import type {
	RecordedAct,
	RecordedAttempt,
	RecordedCall,
	RecordedEvent,
	Recording,
} from './recording.ts';
import {
	cardNameOf,
	outcomesOf,
	RecordingError,
	resultOf,
	testCardOf,
	typedCodeOf,
} from './recording.ts';

/** A text that may be missing or null. */
const someText = z
	.string()
	.nullish()
	.transform((text) => text ?? '');
const pairs = z
	.array(z.object({ name: z.string(), value: someText }))
	.nullish()
	.transform((list) => list ?? []);

/** The fields of an archive that are read. Browsers and proxies write many more. */
const archiveSchema = z.object({
	log: z.object({
		version: z.string(),
		entries: z.array(
			z.object({
				startedDateTime: z.string(),
				request: z.object({
					method: z.string(),
					url: z.string(),
					headers: pairs,
					postData: z.object({ text: someText, params: pairs }).nullish(),
				}),
				response: z.object({
					status: z.number(),
					content: z.object({ text: someText, encoding: z.string().nullish() }).nullish(),
				}),
				_transactionId: z.string().nullish(),
			}),
		),
		_next: z.string().nullish(),
	}),
});

type Entry = z.output<typeof archiveSchema>['log']['entries'][number];

/** Reads an archive. Throws a RecordingError if the text is not an archive or contains no payment. */
export function recordArchive(text: string): Recording {
	const { entries, _next } = parseArchive(text);
	const unexplained: string[] = [];
	if (_next)
		unexplained.push('The archive is one page of a longer journal: older calls are left out.');
	const events: RecordedEvent[] = [];
	const cashier = createCashierReader(unexplained);
	const sorted = entries.toSorted(
		(a, b) => Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime),
	);
	for (const entry of sorted) {
		const url = URL.canParse(entry.request.url) ? new URL(entry.request.url) : null;
		const call = url && entry.request.method === 'POST' ? callAt(url.pathname) : null;
		if (call) {
			const recorded = callOf(call, entry, unexplained);
			if (recorded?.response) cashier.addSession(recorded.response);
			if (recorded) events.push(recorded);
		} else if (url) {
			events.push(...cashier.read(url, entry));
		}
	}
	if (!events.some((event) => event.type === 'call' && event.call === 'paymentOptions')) {
		throw new RecordingError(`The archive has no successful POST ${servicePaths.paymentOptions}.`);
	}
	return {
		events: events.map((event) =>
			event.type === 'call' && event.call === 'paymentOptions'
				? { ...event, ...outcomeOf(event, cashier.attemptsOf(event.response?.sessionId)) }
				: event,
		),
		knownNames: { options: new Map(), banks: new Map() },
		unexplained,
	};
}

const howToExport =
	'Save one in the network panel of a browser, or from GET /_sandbox/journal?format=har.';

function parseArchive(text: string) {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		throw new RecordingError(`The file is not JSON, and so no HTTP Archive. ${howToExport}`);
	}
	const parsed = archiveSchema.safeParse(json);
	if (!parsed.success) {
		const { path = [], message = '' } = parsed.error.issues[0] ?? {};
		if (!Array.isArray(valueAt(json, ['log', 'entries']))) {
			throw new RecordingError(
				`The file is no HTTP Archive: it has no log.entries. ${howToExport}`,
			);
		}
		throw new RecordingError(
			`The file is no HTTP Archive: at ${z.core.toDotPath(path)}: ${message}. ${howToExport}`,
		);
	}
	const { log } = parsed.data;
	if (log.version !== '1.2') {
		throw new RecordingError(
			`The file is an HTTP Archive ${log.version}; record reads version 1.2.`,
		);
	}
	return log;
}

/** Which of the three calls a path is, on any host, with any prefix and version; null for other paths. */
function callAt(path: string): ServiceCall | null {
	return (
		serviceCalls.find((call) =>
			new RegExp(`/v\\d+${servicePaths[call].replace(/^\/v\d+/, '')}/?$`).test(path),
		) ?? null
	);
}

function callOf(call: ServiceCall, entry: Entry, unexplained: string[]) {
	const { request, response } = entry;
	const sent = parseObject(request.postData?.text);
	const { status } = response;
	const received = resultOf(call, parseObject(bodyOf(entry)));
	if (!sent || !received || status >= 300) {
		const isRefused = sent && status >= 200 && status < 300;
		const reason = status === 0 ? 'has no response' : `has the status ${status}`;
		unexplained.push(
			`${servicePaths[call]} ${reason}${isRefused ? ', and no result in its response' : ''}: the story leaves it out.`,
		);
		return null;
	}
	const headers = Object.fromEntries(
		request.headers.map(({ name, value }) => [name.toLowerCase(), value]),
	);
	return { type: 'call' as const, call, request: sent, response: received, headers };
}

function bodyOf({ response: { content } }: Entry): string {
	const { text = '', encoding } = content ?? {};
	return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function parseObject(text = ''): JsonObject | null {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : null;
	} catch {
		return null;
	}
}

const keywordOf = (text = '') => outcomes.find((outcome) => outcome === text.trim().toUpperCase());

/**
 * The outcomes that a header selected, or else the card or the holder of each attempt, or else an e-mail address or a
 * reference. The story replaces these triggers, except the cards.
 */
function outcomeOf(
	{ request: { customer, paymentReference }, headers }: RecordedCall,
	typed: readonly (RecordedAttempt | null)[],
): { outcome?: readonly Outcome[] } {
	const words = headers[headerNames.outcome.toLowerCase()]?.split(',').map(keywordOf) ?? [];
	const sent = words.filter((word) => word !== undefined);
	if (sent.length > 0 && sent.length === words.length) return { outcome: sent };
	const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
	const email = isObject(customer) ? textOf(customer.email) : '';
	const outcome =
		keywordOf(/\+sim-(\w+)@/i.exec(email)?.[1] ?? /^(\w+)@sim\.example$/i.exec(email)?.[1]) ??
		keywordOf(/^SIM-(\w+)-/i.exec(textOf(paymentReference))?.[1]);
	if (typed.length === 0) return outcome ? { outcome: [outcome] } : {};
	const untyped = { outcome: outcome ?? 'APPROVE', isRepeated: outcome === undefined } as const;
	return outcomesOf(typed.map((attempt) => attempt ?? untyped));
}

const endStates: readonly PaymentState[] = ['confirmed', 'declined', 'cancelled', 'expired'];

/** Returns a function that reads the shopper's actions from the requests to the cashier's pages. */
function createCashierReader(unexplained: string[]) {
	const sessionOf = new Map<unknown, string>();
	const shown = new Map<string, string>();
	const attempts = new Map<unknown, (RecordedAttempt | null)[]>();

	/** Reads the states that a page shows. */
	function statesOn(sessionId: string, entry: Entry): RecordedEvent[] {
		const state = /data-state="(\w+)"/.exec(bodyOf(entry))?.[1] as PaymentState | undefined;
		if (!state || !endStates.includes(state) || shown.get(sessionId) === state) return [];
		shown.set(sessionId, state);
		return [{ type: 'wait', sessionId, state, afterMs: 0 }];
	}

	return {
		addSession({ sessionId, transactionId }: JsonObject) {
			if (typeof sessionId !== 'string') return;
			sessionOf.set(sessionId, sessionId);
			sessionOf.set(transactionId, sessionId);
		},
		/** The attempts of a session; null for those whose form selects no outcome. */
		attemptsOf: (sessionId: unknown) => attempts.get(sessionId) ?? [],
		read(url: URL, entry: Entry): RecordedEvent[] {
			const id = url.searchParams.get('sessionId') ?? entry._transactionId;
			const sessionId = sessionOf.get(id);
			if (!sessionId) return [];
			const { request, response } = entry;
			const isPage = url.pathname.endsWith(cashierPath);
			if (request.method === 'GET') {
				const isFirst = isPage && response.status === 200 && !shown.has(sessionId);
				if (isFirst) shown.set(sessionId, 'opened');
				const open = { type: 'act', act: 'open', sessionId, state: null } as const;
				return [...(isFirst ? [open] : []), ...statesOn(sessionId, entry)];
			}
			if (request.method !== 'POST' || !isPage) return [];
			const form = formOf(entry);
			const act = actOf(sessionId, form);
			if (act && response.status < 400) {
				if (act.act === 'submit') {
					shown.set(sessionId, 'submitted');
					attempts.set(sessionId, [...this.attemptsOf(sessionId), attemptOf(form)]);
				}
				return [act];
			}
			unexplained.push(
				act
					? `A form of the cashier was refused with ${response.status}: the story leaves it out.`
					: 'A form of the cashier has no fields in the archive, so the story leaves it out. Record the payment by its id instead: record TRANSACTION.',
			);
			return [];
		},
	};
}

function formOf({ request }: Entry): URLSearchParams {
	const { text = '', params = [] } = request.postData ?? {};
	const form = new URLSearchParams(text);
	for (const { name, value } of params) form.set(name, value);
	return form;
}

/** The attempt of a submitted form, if its card or else its holder selects the outcome. */
function attemptOf(form: URLSearchParams): RecordedAttempt | null {
	const number = form.get('cardnum') ?? '';
	const card = testCardOf(number);
	if (card && card.outcome !== 'APPROVE') {
		return { outcome: card.outcome, isRepeated: cardNameOf(number) !== null };
	}
	const outcome = keywordOf(form.get('cardholder') ?? '');
	return outcome ? { outcome, isRepeated: false } : null;
}

/**
 * Reads the shopper's action from a submitted form; null if the archive does not contain the form. From card data, only
 * the name of the test card is kept.
 */
function actOf(sessionId: string, form: URLSearchParams): RecordedAct | null {
	const common = { type: 'act', sessionId, state: null } as const;
	const act = form.get('action');
	if (act === 'submit') return { ...common, act, card: cardNameOf(form.get('cardnum') ?? '') };
	if (act === 'otp') return { ...common, act, code: typedCodeOf(form.get('otp') ?? '') };
	return act === 'cancel' || act === 'return' ? { ...common, act } : null;
}
