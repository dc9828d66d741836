/** Sends one call, classifies and counts it. A failed call ends its flow, so that failures do not cascade. */
import type { RefinedResponse } from 'k6/http';
import http from 'k6/http';
import { describeNonJson, describeRedirect, isRedirect } from '../scenarios/unexpected-response.ts';
import { headerNames } from '../simulator/contract/routes.ts';
import { addCall } from './flow.ts';
import { metrics } from './metrics.ts';
import { serviceSteps } from './plan.ts';
import type { CallOutcome, Check, Checked } from './responses.ts';
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
	/** JSON text. */
	body?: string;
	headers?: Record<string, string> | undefined;
	timeoutMs: number;
	check: Check<T>;
}

const jsonHeaders = { 'Content-Type': 'application/json' };

/** A failed call counts as at least its timeout. */
export function send<T>(call: Call<T>): T {
	const { step, method, template, url, timeoutMs } = call;
	const response = http.request(method, url, call.body ?? null, {
		headers: call.headers ? { ...jsonHeaders, ...call.headers } : jsonHeaders,
		tags: { step, name: template },
		timeout: timeoutMs,
		responseType: 'text',
	});
	const { blocked, duration } = response.timings;
	// k6's duration begins when the connection is open.
	const ms = blocked + duration;
	try {
		const value = read(call, response);
		if (isTimed(step)) addCall(step, ms);
		return value;
	} catch (error) {
		addCall(step, Math.max(ms, timeoutMs));
		throw error;
	}
}

/** Calls of the shopper are not the target's time: the shopper waits for the network. */
const isTimed = (step: string) => serviceSteps.some((name) => name === step);

function read<T>({ step, check }: Call<T>, response: RefinedResponse<'text'>): T {
	const { status, error, error_code, headers } = response;
	recordHeaders(step, headers);
	const byStatus = outcomeOf(status, error_code);
	if (byStatus !== 'accepted') {
		metrics.outcome.add(1, { step, outcome: byStatus, status: String(status) });
		const detail = isRedirect(status)
			? describeRedirect(status, headers.Location)
			: `status ${status}`;
		throw new FlowFailure(step, byStatus, status ? detail : error);
	}
	const result = checkBody(response, check);
	if (result.ok) return result.value;
	const { problem, outcome = 'bad_contract' } = result;
	// Without indices: k6 keeps every tag value for the whole run.
	const field = problem.replace(/\[\d+\]/g, '[]').slice(0, 200);
	metrics.outcome.add(1, { step, outcome, status: String(status), problem: problemTag(field) });
	throw new FlowFailure(step, outcome, problem);
}

/** More would fill k6's memory when a target answers with ever new problems. */
const mostProblems = 20;
const problems = new Set<string>();

export function problemTag(problem: string): string {
	if (!problems.has(problem) && problems.size >= mostProblems) return 'another problem';
	problems.add(problem);
	return problem;
}

/** k6 reads JSON ten times as fast as its engine does. `@this` is the whole of it. */
function checkBody<T>(response: RefinedResponse<'text'>, check: Check<T>): Checked<T> {
	const { body, headers } = response;
	const parse = () => response.json('@this');
	const checked = body ? check(body, parse) : undefined;
	if (checked && (checked.ok || parse() !== undefined)) return checked;
	return { ok: false, problem: describeNonJson(headers['Content-Type'], !body) };
}

const assumptionId = /^D-\d{1,3}$/;
/** The assumptions this VU has already reported. */
const seenAssumptions = new Set<string>();
/** Most answers repeat the header of the one before. */
let lastAssumptions = '';

function recordHeaders(step: string, headers: Record<string, string>) {
	const timing = headers[headerNames.timing];
	if (timing) {
		const { injectedMs, ownMs } = readServerTiming(timing);
		if (injectedMs !== undefined) metrics.injected.add(injectedMs, { step });
		if (ownMs !== undefined) metrics.own.add(ownMs, { step });
	}
	const assumptions = headers[headerNames.assumptions];
	if (!assumptions || assumptions === lastAssumptions) return;
	lastAssumptions = assumptions;
	for (const id of assumptions.split(',')) {
		const assumption = id.trim();
		if (!assumptionId.test(assumption) || seenAssumptions.has(assumption)) continue;
		seenAssumptions.add(assumption);
		metrics.assumption.add(1, { assumption });
	}
}
