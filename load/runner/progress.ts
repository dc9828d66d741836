/** How far a run has come: one line that lives on a terminal, a plain one every five seconds elsewhere. */
import type { Plan } from '../plan.ts';
import type { Tally } from './tally.ts';

export interface Progress {
	/** Once a second. */
	tick(): void;
	/** Ends the living line, so that what follows stands on its own. */
	end(): void;
}

interface Output {
	err(text: string): void;
	isTerminal: boolean;
}

const plainEvery = 5;

export function createProgress(plan: Plan, tally: Tally, output: Output): Progress {
	let seconds = 0;
	let before = 0;
	let live = false;
	return {
		tick() {
			// Until k6 has made its virtual users nothing moves, and no time of the plan has passed.
			if (tally.everything.started === 0) return;
			seconds += 1;
			const finished = tally.everything.ok + tally.everything.failed;
			const every = output.isTerminal ? 1 : plainEvery;
			if (seconds % every !== 0) return;
			const rate = (finished - before) / every;
			before = finished;
			const line = progressLine(plan, { seconds, finished, rate, failed: tally.everything.failed });
			live = output.isTerminal;
			// Back to the start of the line, and away with what a longer one has left.
			output.err(live ? `\r${line}\u001b[K` : `${line}\n`);
		},
		end() {
			if (live) output.err('\n');
			live = false;
		},
	};
}

interface DecisionContext {
	seconds: number;
	finished: number;
	rate: number;
	failed: number;
}

export function progressLine(
	plan: Plan,
	{ seconds, finished, rate, failed }: DecisionContext,
): string {
	const total = Math.round((plan.warmUpMs + plan.holdMs) / 1000);
	const reached =
		plan.iterations === null ? `${Math.min(seconds, total)}/${total} s` : `${seconds} s`;
	const done = plan.iterations === null ? `${finished}` : `${finished}/${plan.iterations}`;
	return `load ${plan.profile}  ${reached}  ${done} flows  ${rate.toFixed(1)} flows/s  ${failed} failed`;
}
