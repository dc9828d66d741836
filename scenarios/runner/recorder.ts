/** Records the steps of a story, and which step failed. */
import { isDeepStrictEqual } from 'node:util';
import type { ScenarioStep } from '../../simulator/contract/run-report.ts';
import { messageOf } from '../harness/errors.ts';
import type { Expect } from '../scenario.ts';

export class StepFailure extends Error {
	override name = 'StepFailure';
	step: string;

	constructor(step: string, cause: unknown) {
		super(messageOf(cause), { cause });
		this.step = step;
	}
}

/** Adds a detail to a step: a status, how far the clock moved. */
export type Note = (detail: string) => void;

export interface Recorder {
	readonly steps: ScenarioStep[];
	step<T>(name: string, work: (note: Note) => Promise<T>): Promise<T>;
	/** Records a step without a call: an expectation. */
	check(name: string, work: (note: Note) => void): void;
}

export function createRecorder(): Recorder {
	const steps: ScenarioStep[] = [];

	function begin(name: string) {
		const startedAt = performance.now();
		const notes: string[] = [];
		const end = (status: ScenarioStep['status'], ...more: string[]) => {
			const detail = [...notes, ...more].join('; ');
			const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
			steps.push({ name, status, durationMs, ...(detail ? { detail } : {}) });
		};
		const fail = (error: unknown): never => {
			const failure = new StepFailure(name, error);
			end('failed', failure.message);
			throw failure;
		};
		return { note: (detail: string) => notes.push(detail), end, fail };
	}

	return {
		steps,
		async step(name, work) {
			const { note, end, fail } = begin(name);
			try {
				const value = await work(note);
				end('passed');
				return value;
			} catch (error) {
				return fail(error);
			}
		},
		check(name, work) {
			const { note, end, fail } = begin(name);
			try {
				work(note);
			} catch (error) {
				fail(error);
			}
			end('passed');
		},
	};
}

export function createExpect(recorder: Recorder): Expect {
	return {
		equal(what, actual, expected) {
			recorder.check(`expect ${what}`, (note) => {
				if (!isDeepStrictEqual(actual, expected)) {
					throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
				}
				note(JSON.stringify(actual));
			});
		},
		ok(what, condition) {
			recorder.check(`expect ${what}`, () => {
				if (!condition) throw new Error('this does not hold');
			});
		},
	};
}
