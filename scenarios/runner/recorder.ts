/** Records the steps of a story, and which of them failed. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isPromise } from 'node:util/types';
import { cutText } from '../../simulator/contract/cut-text.ts';
import type { Actor, ScenarioResult, ScenarioStep } from '../../simulator/contract/run-report.ts';
import { messageOf } from '../harness/errors.ts';
import { CallError } from '../harness/http.ts';
import type { Attempts, Expect } from '../scenario.ts';

/** The most characters of a value or a message in a report: texts of a shop or a target may have megabytes. */
const longestValue = 20_000;
const longestMessage = 50_000;

/** The cost of a failure in production, and its fix. */
export type Stakes = Required<Pick<ScenarioResult, 'cost' | 'advice'>>;

/** An expectation was not met. */
export class ExpectationMismatch extends Error {
	override name = 'Mismatch';
	/** The expected and the actual value, as JSON texts. */
	expected: string;
	actual: string;

	/** What this mismatch costs, and its fix, in place of those of the story: it may come before what the story is about. */
	stakes: Stakes | undefined;

	constructor(expected: unknown, actual: unknown, message?: string, stakes?: Stakes) {
		const text = (value: unknown) => cutText(JSON.stringify(value) ?? 'undefined', longestValue);
		const [wanted, got] = [text(expected), text(actual)];
		super(message ?? `expected ${wanted}, got ${got}`);
		this.expected = wanted;
		this.actual = got;
		this.stakes = stakes;
	}
}

/** A step failed by something other than what its story is about: it has a cost and a fix of its own. */
export class ExplainedError extends Error {
	override name = 'Explained';
	stakes: Stakes;

	constructor(message: string, stakes: Stakes) {
		super(message);
		this.stakes = stakes;
	}
}

/** The story found out while it ran that it cannot run on this target. */
export class StoryNotTried extends Error {
	override name = 'NotTried';
}

/** The errors that failed steps. A story may have caught them. */
const errorsOfSteps = new WeakMap<ScenarioStep, unknown>();

/** The error that failed the step, for a decision by its class; undefined if it passed. */
export const errorOfStep = (step: ScenarioStep): unknown => errorsOfSteps.get(step);

export class StepFailure extends Error {
	override name = 'StepFailure';
	step: string;

	constructor(step: string, cause: unknown) {
		super(cutText(messageOf(cause), longestMessage), { cause });
		this.step = step;
	}
}

/** Adds a detail to a step, such as a status or how far the clock moved. */
export type AddDetail = (detail: string) => void;

/** The sender and the receiver of a step's call, for the sequence diagram. */
export type StepMessage = readonly [from: Actor, to: Actor];

export interface Recorder {
	readonly steps: ScenarioStep[];
	step<T>(name: string, work: (note: AddDetail) => Promise<T>, message?: StepMessage): Promise<T>;
	/**
	 * Records a step whose call may fail. The step then passes with the reason, and the CallError is thrown unchanged.
	 */
	attempt<T>(
		name: string,
		work: (note: AddDetail) => Promise<T>,
		message?: StepMessage,
	): Promise<T>;
	check(name: string, work: (note: AddDetail) => void): void;
	/** Resolves when no step is running: a story may have ended without waiting for one. */
	idle(): Promise<void>;
}

/** Rounds milliseconds to one decimal. */
export const roundMs = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

/** When `overdue` aborts, the story has no more time: its next step never ends, so that it makes no further call. */
export function createRecorder(overdue?: AbortSignal): Recorder {
	const steps: ScenarioStep[] = [];
	let running = 0;
	let onIdle = () => {};
	const storyStartedAt = performance.now();

	function begin(name: string, message?: StepMessage) {
		const startedAt = performance.now();
		const actors = message ? { message: { from: message[0], to: message[1] } } : {};
		const atMs = roundMs(startedAt - storyStartedAt);
		const notes: string[] = [];
		const end = (status: ScenarioStep['status'], ...more: string[]) => {
			const detail = cutText([...notes, ...more].join('; '), longestMessage);
			const durationMs = roundMs(performance.now() - startedAt);
			const step = { name, status, durationMs, ...(detail ? { detail } : {}), atMs, ...actors };
			steps.push(step);
			return step;
		};
		const fail = (error: unknown): never => {
			const failure = new StepFailure(name, error);
			const step = end('failed', failure.message);
			errorsOfSteps.set(step, error);
			throw failure;
		};
		return { note: (detail: string) => notes.push(detail), end, fail };
	}

	const stepWith =
		(mayBeRefused: boolean): Recorder['step'] =>
		async (name, work, message) => {
			if (overdue?.aborted) return new Promise(() => {});
			const { note, end, fail } = begin(name, message);
			running += 1;
			try {
				const value = await work(note);
				end('passed');
				return value;
			} catch (error) {
				if (!(mayBeRefused && error instanceof CallError)) return fail(error);
				end('passed', error.message);
				throw error;
			} finally {
				running -= 1;
				if (running === 0) onIdle();
			}
		};

	return {
		steps,
		step: stepWith(false),
		attempt: stepWith(true),
		check(name, work) {
			const { note, end, fail } = begin(name);
			try {
				work(note);
			} catch (error) {
				fail(error);
			}
			end('passed');
		},
		async idle() {
			if (running > 0)
				await new Promise<void>((resolve) => {
					onIdle = resolve;
				});
			// Node reports an unhandled rejection at the end of the turn.
			await nextTurn();
		},
	};
}

/**
 * Wraps calls that a story expects to be refused: each returns its refusal instead of throwing. `calls` are recorded
 * with `attempt`.
 */
export function createAttempts<Calls extends object>(calls: Calls): Attempts<Calls> {
	const attempts = Object.entries(calls).map(([name, call]) => [
		name,
		(...parameters: unknown[]) =>
			(call as (...parameters: unknown[]) => Promise<unknown>)(...parameters).then(
				() => null,
				(error: unknown) => {
					if (error instanceof CallError) return error.refusal;
					throw error;
				},
			),
	]);
	return Object.fromEntries(attempts);
}

export function createExpect(recorder: Recorder): Expect {
	return {
		equal(what, actual, expected) {
			recorder.check(`expect ${what}`, (note) => {
				refuseUnready(actual);
				if (!isDeepStrictEqual(actual, expected)) throw new ExpectationMismatch(expected, actual);
				note(JSON.stringify(actual));
			});
		},
		ok(what, condition) {
			recorder.check(`expect ${what}`, () => {
				refuseUnready(condition);
				if (!condition) throw new Error('this does not hold');
			});
		},
	};
}

/** Refuses a value without its await or call: stories may be JavaScript, in which it would be truthy. */
function refuseUnready(value: unknown): void {
	if (isPromise(value)) throw new Error('this is a promise: write await in front of it');
	if (typeof value === 'function') throw new Error('this is a function: call it');
}
