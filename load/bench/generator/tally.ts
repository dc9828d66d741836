/** Books what is answered while it counts. */
import { readServerTiming } from '../../server-timing.ts';
import { ascending, quantile } from '../statistics.ts';
import type { Answer } from './connection.ts';
import type { Played } from './job.ts';

/** All but what was not counted. */
export type Counted = Omit<Played, 'visitsInAll'>;

export interface Tally {
	/** Measuring begins: of time, and of the generator's own share. */
	begin(): void;
	/** False when the answer is not 200. */
	take(answer: Answer): boolean;
	visited(): void;
	startedLate(ms: number): void;
	end(unanswered: number): Counted;
}

/** `readsTiming`: reading the header of each answer costs the generator too much when it asks as fast as it can. */
export function createTally(readsTiming: boolean): Tally {
	let begunMs = 0;
	let cpuBefore = process.cpuUsage();
	let visits = 0;
	let failed = 0;
	const seenMs: number[] = [];
	const injectedMs: number[] = [];
	const ownMs: number[] = [];
	const lagMs: number[] = [];
	return {
		begin() {
			begunMs = performance.now();
			cpuBefore = process.cpuUsage();
		},
		take(answer) {
			const isFine = answer.status === 200;
			seenMs.push(answer.tookMs);
			if (readsTiming) {
				const timing = timingOf(answer);
				injectedMs.push(timing.injectedMs ?? Number.NaN);
				ownMs.push(timing.ownMs ?? Number.NaN);
			}
			if (!isFine) failed += 1;
			return isFine;
		},
		visited() {
			visits += 1;
		},
		startedLate(ms) {
			lagMs.push(ms);
		},
		end(unanswered) {
			const seconds = (performance.now() - begunMs) / 1000;
			const { user, system } = process.cpuUsage(cpuBefore);
			return {
				visits,
				seconds,
				failed,
				unanswered,
				generatorCpu: (user + system) / 1e6 / seconds,
				startLagP99Ms: lagMs.length === 0 ? 0 : quantile(ascending(lagMs), 0.99),
				seenMs: Float64Array.from(seenMs),
				injectedMs: Float64Array.from(injectedMs),
				ownMs: Float64Array.from(ownMs),
			};
		},
	};
}

function timingOf({ bytes, bodyAt }: Answer) {
	const [, header] = /\r\nserver-timing: ([^\r]*)/i.exec(bytes.toString('latin1', 0, bodyAt)) ?? [];
	return readServerTiming(header);
}
