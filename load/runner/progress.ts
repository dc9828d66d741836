/** The progress of a load run: once a second on a terminal, every five seconds elsewhere. */
import type { RunIo } from '../../scenarios/harness/run-io.ts';
import { createProgressLine } from '../../scenarios/harness/run-io.ts';
import type { Plan } from '../plan.ts';
import type { Tally } from './tally.ts';

export function createProgress(plan: Plan, tally: Tally, io: Pick<RunIo, 'err' | 'isTerminal'>) {
	const line = createProgressLine(io);
	const every = io.isTerminal ? 1 : 5;
	let seconds = 0;
	let before = 0;
	return {
		/** Called once a second. */
		tick() {
			const { started, ok, failed } = tally.everything;
			// While k6 creates its virtual users, no time of the plan passes.
			if (started === 0) return;
			seconds += 1;
			if (seconds % every !== 0) return;
			const finished = ok + failed;
			const rate = (finished - before) / every;
			before = finished;
			line.show(describeProgress(plan, { seconds, finished, rate, failed }));
		},
		end: line.end,
	};
}

interface Progress {
	seconds: number;
	finished: number;
	rate: number;
	failed: number;
}

export function describeProgress(plan: Plan, { seconds, finished, rate, failed }: Progress) {
	const total = Math.round((plan.warmUpMs + plan.holdMs) / 1000);
	const reached =
		plan.iterations === null ? `${Math.min(seconds, total)}/${total} s` : `${seconds} s`;
	const done = plan.iterations === null ? `${finished}` : `${finished}/${plan.iterations}`;
	return `load ${plan.profile}  ${reached}  ${done} flows  ${rate.toFixed(1)} flows/s  ${failed} failed`;
}
