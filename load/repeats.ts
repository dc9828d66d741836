/** One flow of the profile idempotency: a payment-options call, and the same call again with the same `Idempotency-Key`. */
import { sleep } from 'k6';
import http from 'k6/http';
import type { Customer } from '../simulator/contract/payment-options.ts';
import { headerNames, servicePaths } from '../simulator/contract/routes.ts';
import { joinIds, writeIds } from './flow-ids.ts';
import { metrics } from './metrics.ts';
import type { RepeatKind } from './plan.ts';
import type { Answer } from './repeated-answers.ts';
import { compareAnswers } from './repeated-answers.ts';
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
	let problem: string | undefined;
	let ids = '';
	let hasSecond = false;
	for (const { answer, result, isRepeat, isFine } of compareAnswers(kind, answers)) {
		if (isRepeat) {
			const isSecond = result === 'second' || result === 'second_session';
			// The report counts the orders with a second payment, and a flow is one order.
			metrics.repeat.add(1, { kind, result: isSecond && hasSecond ? 'further' : result });
			hasSecond ||= isSecond;
		}
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
