/**
 * A first-in-first-out queue in front of equal servers, as a calculation: a call that joins learns at once when its service
 * starts and ends. Pure: the caller provides the time, in milliseconds, which never decreases.
 */
import { longestQueue } from '../contract/settings.ts';

interface Service {
	readonly startMs: number;
	readonly endMs: number;
}

export interface ServerQueue {
	/** Adds a call: its service starts as soon as a server is free. */
	join(arrivalMs: number, serviceMs: number): Service;
	/** How many calls are in service or wait. Counts at most `longestQueue` waiting calls. */
	callsAt(nowMs: number): number;
	/** When the next call leaves the queue, or without a queue the next server becomes free. */
	nextPlaceMs(nowMs: number): number;
	/** Calls that have joined keep their times. A new server is free at once; a removed one first ends what it has to do. */
	resize(servers: number): void;
}

export function createServerQueue(servers: number): ServerQueue {
	/** When each server has served all calls that joined so far. */
	let freeMs = emptyServers(servers);
	/** Starts of the calls that wait, in order. */
	const starts: number[] = [];

	const forgetStarted = (nowMs: number) => {
		while (starts[0] !== undefined && starts[0] <= nowMs) starts.shift();
	};
	const earliest = () => {
		let found = 0;
		for (let index = 1; index < freeMs.length; index += 1) {
			if (timeOf(index) < timeOf(found)) found = index;
		}
		return found;
	};
	const timeOf = (server: number) => freeMs[server] as number;

	return {
		join(arrivalMs, serviceMs) {
			const server = earliest();
			const startMs = Math.max(arrivalMs, timeOf(server));
			const endMs = startMs + serviceMs;
			freeMs[server] = endMs;
			forgetStarted(arrivalMs);
			// The last place, unless a server was added: then a call may start before others that wait.
			const place = starts.findLastIndex((other) => other <= startMs) + 1;
			if (startMs > arrivalMs) starts.splice(place, 0, startMs);
			if (starts.length > longestQueue) starts.shift();
			return { startMs, endMs };
		},
		callsAt(nowMs) {
			forgetStarted(nowMs);
			return freeMs.filter((ms) => ms > nowMs).length + starts.length;
		},
		nextPlaceMs(nowMs) {
			forgetStarted(nowMs);
			return starts[0] ?? timeOf(earliest());
		},
		resize(wanted) {
			if (wanted === freeMs.length) return;
			const latestFirst = freeMs.toSorted((one, other) => other - one).slice(0, wanted);
			freeMs = latestFirst.concat(emptyServers(wanted - latestFirst.length));
		},
	};
}

/** Free since ever. */
function emptyServers(count: number): number[] {
	return Array(count).fill(Number.NEGATIVE_INFINITY);
}
