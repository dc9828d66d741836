/**
 * A first-in-first-out queue in front of equal servers, as a calculation: a call that joins is told at once when its
 * service starts and ends. Only a change of the number of servers moves these times. Pure: the caller gives the time in
 * milliseconds, which must never decrease.
 */
import { maxQueueLength } from '../contract/settings.ts';

/** The service of a call. `resize` moves its times if it has not started. */
export interface QueuedService {
	readonly startMs: number;
	readonly endMs: number;
}

export interface ServerQueue {
	/** Adds a call. Its service starts as soon as a server is free. */
	join(arrivalMs: number, serviceMs: number): QueuedService;
	/** Returns how many calls are in service or waiting. It counts at most `maxQueueLength` waiting calls. */
	callsAt(nowMs: number): number;
	/** Returns when the next waiting call gets a server; without waiting calls, when the next server becomes free. */
	nextPlaceMs(nowMs: number): number;
	/**
	 * Changes the number of servers and distributes the waiting calls again in their order, at most `maxQueueLength`. A new
	 * server is free at once; a removed server first ends its call. Returns whether the number changed.
	 */
	resize(servers: number, nowMs: number): boolean;
}

interface Server {
	/** When the server has served all calls that joined so far. */
	freeMs: number;
}

interface WaitingCall {
	startMs: number;
	endMs: number;
	server: Server;
}

export function createServerQueue(count: number): ServerQueue {
	let servers = idleServers(count);
	/** Calls whose service has not started, in order. */
	const waiting: WaitingCall[] = [];

	const forgetStarted = (nowMs: number) => {
		while (waiting[0] !== undefined && waiting[0].startMs <= nowMs) waiting.shift();
	};
	const earliest = () => servers.reduce((one, other) => (other.freeMs < one.freeMs ? other : one));
	const assign = (serviceMs: number, fromMs: number): WaitingCall => {
		const server = earliest();
		const startMs = Math.max(fromMs, server.freeMs);
		const endMs = startMs + serviceMs;
		server.freeMs = endMs;
		return { startMs, endMs, server };
	};

	return {
		join(arrivalMs, serviceMs) {
			const call = assign(serviceMs, arrivalMs);
			forgetStarted(arrivalMs);
			if (call.startMs > arrivalMs) waiting.push(call);
			if (waiting.length > maxQueueLength) waiting.shift();
			return call;
		},
		callsAt(nowMs) {
			forgetStarted(nowMs);
			return servers.filter(({ freeMs }) => freeMs > nowMs).length + waiting.length;
		},
		nextPlaceMs(nowMs) {
			forgetStarted(nowMs);
			return waiting[0]?.startMs ?? earliest().freeMs;
		},
		resize(wanted, nowMs) {
			if (wanted === servers.length) return false;
			forgetStarted(nowMs);
			// Take the call from its server: without the call, the server is free when the call would have started.
			for (const { server, startMs } of waiting.toReversed()) server.freeMs = startMs;
			const latestFirst = servers.toSorted((one, other) => other.freeMs - one.freeMs);
			servers = [...latestFirst.slice(0, wanted), ...idleServers(wanted - servers.length)];
			for (const call of waiting) Object.assign(call, assign(call.endMs - call.startMs, nowMs));
			return true;
		},
	};
}

/** Creates servers that have had no call yet. */
function idleServers(count: number): Server[] {
	return Array.from({ length: count }, () => ({ freeMs: Number.NEGATIVE_INFINITY }));
}
