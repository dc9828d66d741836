/** Sends one call, classifies and counts it. A failed call ends its flow, so that failures do not cascade. */
import http from 'k6/http';
import { describeNonJson, describeRedirect, isRedirect } from '../scenarios/unexpected-response.ts';
import { headerNames } from '../simulator/contract/routes.ts';
import { metrics } from './metrics.ts';
import type { CallOutcome, Check } from './responses.ts';
import { outcomeOf } from './responses.ts';
import { readServerTiming } from './server-timing.ts';

// By default k6 counts a redirect as a success.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }));

export class FlowFailure extends Error {
	override name = 'FlowFailure';
	step: string;
	outcome: CallOutcome | 'failed_expectation';

	constructor(step: string, outcome: FlowFailure['outcome'], detail: string) {
		super(`${step}: ${outcome}: ${detail}`);
		this.step = step;
		this.outcome = outcome;
	}
}

export interface Call<T> {
	step: string;
	method: 'GET' | 'POST';
	/** The path without ids: it becomes a tag, and k6 keeps every tag value for the whole run. */
	template: string;
	url: string;
	body?: object;
	headers?: Record<string, string>;
	timeoutMs: number;
	check: Check<T>;
}

export function send<T>(call: Call<T>): T {
	const { step, method, template, url, timeoutMs } = call;
	const { body, status, error, error_code, headers } = http.request(
		method,
		url,
		call.body === undefined ? null : JSON.stringify(call.body),
		{
			headers: { 'Content-Type': 'application/json', ...call.headers },
			tags: { step, name: template },
			timeout: timeoutMs,
			redirects: 0,
			responseType: 'text',
		},
	);
	recordHeaders(step, headers);
	const byStatus = outcomeOf(status, error_code);
	if (byStatus !== 'accepted') {
		metrics.outcome.add(1, { step, outcome: byStatus, status: String(status) });
		const detail = isRedirect(status)
			? describeRedirect(status, headers.Location)
			: `status ${status}`;
		throw new FlowFailure(step, byStatus, status ? detail : error);
	}
	const result = checkBody(body, headers['Content-Type'], call.check);
	if (result.ok) {
		metrics.outcome.add(1, { step, outcome: 'accepted' });
		return result.value;
	}
	const { problem, outcome = 'bad_contract' } = result;
	// Without indices: k6 keeps every tag value for the whole run.
	const field = problem.replace(/\[\d+\]/g, '[]').slice(0, 200);
	metrics.outcome.add(1, { step, outcome, status: String(status), problem: field });
	throw new FlowFailure(step, outcome, problem);
}

function checkBody<T>(
	body: unknown,
	type: string | undefined,
	check: Check<T>,
): ReturnType<Check<T>> {
	const text = typeof body === 'string' ? body : '';
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		return { ok: false, problem: describeNonJson(type, text === '') };
	}
	return check(content);
}

/** The assumptions this VU has already reported. */
const seenAssumptions = new Set<string>();

function recordHeaders(step: string, headers: Record<string, string>) {
	const { injectedMs, ownMs } = readServerTiming(headers[headerNames.timing]);
	if (injectedMs !== undefined) metrics.injected.add(injectedMs, { step });
	if (ownMs !== undefined) metrics.own.add(ownMs, { step });
	for (const id of (headers[headerNames.assumptions] ?? '').split(',')) {
		const assumption = id.trim();
		if (assumption === '' || seenAssumptions.has(assumption)) continue;
		seenAssumptions.add(assumption);
		metrics.assumption.add(1, { assumption });
	}
}
