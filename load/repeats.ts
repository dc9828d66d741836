/** One flow of the profile idempotency: a payment-options call, and the same call again with the same `Idempotency-Key`. */
import { sleep } from 'k6';
import http from 'k6/http';
import type { Customer } from '../simulator/contract/payment-options.ts';
import { headerNames, servicePaths } from '../simulator/contract/routes.ts';
import { joinIds, writeIds } from './flow-ids.ts';
import { metrics } from './metrics.ts';
import type { RepeatKind } from './plan.ts';
import type { CallOutcome } from './responses.ts';
import { checkPaymentOptions, outcomeOf, parseJson } from './responses.ts';
import { problemTag } from './send.ts';

export interface RepeatOptions {
	kind: RepeatKind;
	target: string;
	timeoutMs: number;
	isSandbox: boolean;
	reference: string;
	order: { country: string; currency: string; amount: number };
	customer: Customer;
}

export interface RepeatResult {
	/** The ids of all answers. */
	ids: string;
	/** What went wrong in this flow; undefined if it went well. */
	problem: string | undefined;
}

interface Answer {
	outcome: CallOutcome;
	status: number;
	problem?: string;
	/** The ids of an accepted answer; empty for another one. */
	transactionId: string;
	sessionId: string;
}

/** The client leaves after this time. A target that responds faster has not lost its answer. */
const leaveAfterMs = 20;
const pauseSeconds = 1;
const template = servicePaths.paymentOptions;

export function runRepeat(options: RepeatOptions): RepeatResult {
	const { kind } = options;
	if (kind === 'lost') loseAnswer(options);
	const answers = send(options, kind === 'parallel' ? 3 : 1);
	if (kind === 'later') sleep(pauseSeconds);
	if (kind !== 'parallel') answers.push(...send(options, 1, kind === 'changed' ? 2 : 1));
	const [first] = answers;
	const accepted = answers.find(({ outcome }) => outcome === 'accepted');
	// If several equal calls arrive at once, or after a lost answer, the target may refuse all but one. The accepted one
	// then counts as the original. Otherwise the first one does: nothing came before that.
	const mayRefuseFirst = kind === 'parallel' || kind === 'lost';
	const original = mayRefuseFirst ? (accepted ?? first) : first;
	let problem: string | undefined;
	let ids = '';
	let hasSecond = false;
	for (const answer of answers) {
		const isOriginal = answer === original;
		if (!isOriginal) {
			const result = compare(answer, original);
			const isSecond = result === 'second' || result === 'second_session';
			// The report counts the orders with a second payment, and a flow is one order.
			metrics.repeat.add(1, { kind, result: isSecond && hasSecond ? 'further' : result });
			hasSecond ||= isSecond;
		}
		const isFine = answer.outcome === 'accepted' || (!isOriginal && isRefusal(answer));
		countOutcome(answer, isFine);
		const { sessionId, transactionId } = answer;
		if (sessionId !== '') ids = joinIds(ids, writeIds(sessionId, transactionId));
		if (!isFine) problem ??= answer.problem ?? `status ${answer.status}`;
	}
	return { ids, problem };
}

function countOutcome({ outcome, status, problem }: Answer, isFine: boolean) {
	const step = 'payment-options';
	if (isFine) metrics.outcome.add(1, { step, outcome: 'accepted' });
	else {
		const why = problem === undefined ? {} : { problem: problemTag(problem) };
		metrics.outcome.add(1, { step, outcome, status: String(status), ...why });
	}
}

/** A target may refuse a repeated call: then it creates no second payment. */
const isRefusal = ({ outcome }: Answer) => outcome === 'client_error' || outcome === 'rate_limited';

function compare(repeat: Answer, original: Answer | undefined) {
	if (isRefusal(repeat)) return 'refused';
	if (repeat.outcome !== 'accepted') return 'failed';
	if (repeat.transactionId !== original?.transactionId) return 'second';
	// A transaction has one session: in a second one, the shopper can pay again.
	return repeat.sessionId === original.sessionId ? 'same' : 'second_session';
}

function requestOf(options: RepeatOptions, times: number, params: object) {
	const { target, reference, order, customer, timeoutMs } = options;
	const body = {
		...order,
		amount: order.amount * times,
		redirectUrl: 'https://shop.example/return',
		language: 'EN',
		customer,
		paymentReference: reference,
	};
	return {
		method: 'POST' as const,
		url: `${target}${template}`,
		body: JSON.stringify(body),
		params: {
			headers: headersOf(options),
			tags: { step: 'payment-options', name: template },
			timeout: timeoutMs,
			redirects: 0,
			responseType: 'text' as const,
			...params,
		},
	};
}

const headersOf = ({ reference }: RepeatOptions): Record<string, string> => ({
	'Content-Type': 'application/json',
	'Idempotency-Key': reference,
});

/** Loses an answer: the target receives the call, and the client does not receive the response. */
function loseAnswer(options: RepeatOptions) {
	const { isSandbox, timeoutMs } = options;
	const { method, url, body, params } = requestOf(options, 1, {
		headers: {
			...headersOf(options),
			...(isSandbox ? { [headerNames.fault]: 'close;phase=after' } : {}),
		},
		// The lost call has its own step, so that it does not count as a failure of the target.
		tags: { step: 'lost', name: template },
		responseCallback: null,
		timeout: isSandbox ? timeoutMs : leaveAfterMs,
	});
	http.request(method, url, body, params);
}

/** Sends the same call `count` times at once. `times` multiplies the amount. */
function send(options: RepeatOptions, count: number, times = 1): Answer[] {
	const responseCallback = http.expectedStatuses({ min: 200, max: 499 });
	const calls = Array.from({ length: count }, () =>
		requestOf(options, times, { responseCallback }),
	);
	return http
		.batch(calls)
		.map(({ status, error_code, body }) => answerOf(status, error_code, body));
}

function answerOf(status: number, errorCode: number, body: unknown): Answer {
	const outcome = outcomeOf(status, errorCode);
	const noIds = { transactionId: '', sessionId: '' };
	if (outcome !== 'accepted') return { outcome, status, ...noIds };
	const text = typeof body === 'string' ? body : '';
	const checked = checkPaymentOptions(text, () => parseJson(text));
	if (!checked.ok) return { outcome: 'bad_contract', status, problem: checked.problem, ...noIds };
	const { transactionId, sessionId } = checked.value;
	return { outcome, status, transactionId, sessionId };
}
