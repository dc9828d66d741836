/** Queueing theory, and a recursion for the waits of a queue, both independent of the sandbox's own queue. */

export interface Arrival {
	readonly atMs: number;
	readonly serviceMs: number;
}

/**
 * The waits of these arrivals, in order, by the recursion of Kiefer and Wolfowitz (1955): how much work each server still has
 * when a call arrives, sorted. The call waits for the least of it.
 */
export function kieferWolfowitz(servers: number, arrivals: readonly Arrival[]): number[] {
	let workloads: number[] = Array(servers).fill(0);
	let previousMs = arrivals[0]?.atMs ?? 0;
	return arrivals.map(({ atMs, serviceMs }) => {
		const passedMs = atMs - previousMs;
		previousMs = atMs;
		const [least = 0, ...others] = workloads.map((left) => Math.max(0, left - passedMs));
		workloads = [least + serviceMs, ...others].sort((one, other) => one - other);
		return least;
	});
}

interface Load {
	servers: number;
	/** The arrival rate over the rate of all servers together. A server serves one call in one unit of time. */
	rho: number;
}

/** Erlang C of M/M/c: the share of calls that wait, their mean wait over all calls, and a quantile of the wait. */
export function mmc({ servers, rho }: Load) {
	const offered = servers * rho;
	const terms = [1];
	for (let n = 1; n <= servers; n += 1) terms.push(((terms.at(-1) ?? 0) * offered) / n);
	const waiting = (terms.pop() ?? 0) / (1 - rho);
	const share = waiting / (terms.reduce((sum, term) => sum + term, 0) + waiting);
	const slackRate = servers * (1 - rho);
	return {
		share,
		meanWait: share / slackRate,
		waitAt: (quantile: number) => Math.log(share / (1 - quantile)) / slackRate,
	};
}

/** Birth and death of M/M/c/K: the share of calls that are refused, and the mean wait of the others (Little's law). */
export function mmck({ servers, rho, most }: Load & { most: number }) {
	const offered = servers * rho;
	const weights = [1];
	for (let n = 1; n <= most; n += 1) {
		weights.push(((weights.at(-1) ?? 0) * offered) / Math.min(n, servers));
	}
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	const loss = (weights.at(-1) ?? 0) / total;
	const meanWaiting = weights.reduce(
		(sum, weight, n) => sum + (weight * Math.max(0, n - servers)) / total,
		0,
	);
	return { loss, meanWait: meanWaiting / (offered * (1 - loss)) };
}

/** Pollaczek and Khinchine for M/D/1, with services of one unit of time. */
export function md1({ rho }: Pick<Load, 'rho'>) {
	return { meanWait: rho / (2 * (1 - rho)) };
}
