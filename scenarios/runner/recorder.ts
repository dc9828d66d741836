/** Keeps what a story did, step by step, and turns a failure into one that knows its step. */
import type { ScenarioStep } from '../../simulator/contract/run-report.ts';

export class StepFailure extends Error {
	override name = 'StepFailure';
	step: string;

	constructor(step: string, cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
		this.step = step;
	}
}

export type Note = (detail: string) => void;

export interface Recorder {
	readonly steps: ScenarioStep[];
	/** `note` adds what the step saw: a status, how far the clock was moved. */
	step<T>(name: string, work: (note: Note) => Promise<T>): Promise<T>;
	/** A step without a call: an expectation. */
	check(name: string, work: (note: Note) => void): void;
}

export function createRecorder(): Recorder {
	const steps: ScenarioStep[] = [];

	function begin(name: string) {
		const begun = performance.now();
		const notes: string[] = [];
		const end = (status: ScenarioStep['status'], ...more: string[]) => {
			const detail = [...notes, ...more].join('; ');
			const durationMs = Math.round((performance.now() - begun) * 10) / 10;
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
