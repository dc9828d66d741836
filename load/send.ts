/** Sends one call, classifies and counts it. A failed call ends its flow, so that failures do not cascade. */
import type { Params, RefinedResponse } from 'k6/http';
import http from 'k6/http';
import { describeNonJson, describeRedirect, isRedirect } from '../scenarios/unexpected-response.ts';
import { headerNames } from '../simulator/contract/routes.ts';
import { addCall } from './flow.ts';
import { metrics } from './metrics.ts';
import { serviceSteps } from './plan.ts';
import type { CallOutcome, Check } from './responses.ts';
import { outcomeOf } from './responses.ts';
import { readServerTiming } from './server-timing.ts';

// By default k6 counts a redirect as a success.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }));

type TextResponse = RefinedResponse<'text'>;

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

/** The part of a call that is the same in every flow: its parameters are made once. */
export interface Call {
	step: string;
	method: 'GET' | 'POST';
	url: string;
	timeoutMs: number;
	params: Params & { responseType: 'text' };
	/** Calls of the shopper are not the target's time: the shopper waits for the network. */
	isTimed: boolean;
}

interface CallOptions extends Omit<Call, 'params' | 'isTimed'> {
	/** The path without ids: it becomes a tag, and k6 keeps every tag value for the whole run. */
	template: string;
	headers?: Record<string, string> | undefined;
}

const jsonHeaders = { 'Content-Type': 'application/json' };

export function createCall({ template, headers, ...call }: CallOptions): Call {
	const { step, timeoutMs } = call;
	const params = {
		headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
		tags: { step, name: template },
		timeout: timeoutMs,
		responseType: 'text' as const,
	};
	const isTimed = serviceSteps.some((name) => name === step);
	return { ...call, params, isTimed };
}

/** `body` is JSON text. A failed call counts as at least its timeout. */
export function send<T>(call: Call, body: string | null, check: Check<T>): T {
	const response = http.request(call.method, call.url, body, call.params);
	try {
		const value = read(call, response, check);
		if (call.isTimed) addCall(call.step, timeOf(response));
		return value;
	} catch (error) {
		if (call.isTimed) addCall(call.step, Math.max(timeOf(response), call.timeoutMs));
		throw error;
	}
}

/** k6's duration begins when the connection is open. */
function timeOf({ timings }: TextResponse): number {
	return timings.blocked + timings.duration;
}

/** Reads few fields of an accepted response: k6 makes each of them anew. */
function read<T>({ step }: Call, response: TextResponse, check: Check<T>): T {
	const { status } = response;
	if (status < 200 || status >= 300) refuse(step, response);
	if (isOfSandbox !== false) recordHeaders(step, response.headers);
	const { body } = response;
	const parse = () => response.json('@this');
	const checked = body ? check(body, parse) : undefined;
	if (checked?.ok) return checked.value;
	// A body that is JSON, and breaks the contract.
	if (checked && parse() !== undefined) return broken(step, status, checked);
	const problem = describeNonJson(response.headers['Content-Type'], !body);
	return broken(step, status, { problem });
}

function refuse(step: string, { status, error, error_code, headers }: TextResponse): never {
	if (isOfSandbox) recordHeaders(step, headers);
	const outcome = outcomeOf(status, error_code);
	metrics.outcome.add(1, { step, outcome, status: String(status) });
	const detail = isRedirect(status)
		? describeRedirect(status, headers.Location)
		: `status ${status}`;
	throw new FlowFailure(step, outcome, status ? detail : error);
}

function broken(
	step: string,
	status: number,
	{ problem, outcome = 'bad_contract' }: Broken,
): never {
	// Without indices: k6 keeps every tag value for the whole run.
	const field = problem.replace(/\[\d+\]/g, '[]').slice(0, 200);
	metrics.outcome.add(1, { step, outcome, status: String(status), problem: problemTag(field) });
	throw new FlowFailure(step, outcome, problem);
}

interface Broken {
	problem: string;
	outcome?: CallOutcome;
}

/** More would fill k6's memory when a target answers with ever new problems. */
const maxProblems = 20;
const problems = new Set<string>();

export function problemTag(problem: string): string {
	if (!problems.has(problem) && problems.size >= maxProblems) return 'another problem';
	problems.add(problem);
	return problem;
}

const assumptionId = /^D-\d{1,3}$/;
/** The assumptions this VU has already reported. */
const seenAssumptions = new Set<string>();
/** Most answers repeat the header of the one before. */
let lastAssumptions = '';

/** Whether accepted responses have the headers of a sandbox; undefined before the first one. */
let isOfSandbox: boolean | undefined;

function recordHeaders(step: string, headers: Record<string, string>) {
	const timing = headers[headerNames.timing];
	isOfSandbox ??= timing !== undefined || headers[headerNames.assumptions] !== undefined;
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
