/** Plays one job: opens the connections, lets visitors in at the job's pace, and tells what was answered. */
import type { Connection } from './connection.ts';
import { openConnection } from './connection.ts';
import type { Job, Played } from './job.ts';
import type { Counted } from './tally.ts';
import { createTally } from './tally.ts';
import { visitorTo } from './visits.ts';

/** How long answers may still come after the last visit was begun. */
const graceMs = 5_000;
/** Timers of Node are no finer. */
const tickMs = 1;

/** Rejects when a connection breaks while somebody waits on it. */
export function play({ url, visit, pace, warmUpMs, until }: Job): Promise<Played> {
	const { host, hostname, port } = new URL(url);
	const isOpen = 'perSecond' in pace;
	const tally = createTally(isOpen);
	const visitor = visitorTo(host, visit);
	return new Promise((resolve, reject) => {
		const connections = new Set<Connection>();
		const idle: Connection[] = [];
		const timers = new Set<NodeJS.Timeout>();
		const after = (ms: number, act: () => void) => {
			const timer = setTimeout(() => {
				timers.delete(timer);
				act();
			}, ms);
			timers.add(timer);
		};
		let isWarm = false;
		let mayBegin = true;
		let inside = 0;
		let begun = 0;
		let ended = 0;
		let visitsInAll = 0;
		let counted: Counted | null = null;
		let isOver = false;

		const stop = () => {
			isOver = true;
			for (const timer of timers) clearTimeout(timer);
			for (const connection of connections) connection.close();
		};
		const count = () => {
			counted ??= tally.end(isOpen ? begun - ended : 0);
			return counted;
		};
		const finish = () => {
			if (isOver) return;
			const played = { ...count(), visitsInAll };
			stop();
			resolve(played);
		};
		const closeDoor = () => {
			if (!mayBegin) return;
			mayBegin = false;
			// In closed pace there is always somebody waiting: what they wait for counts for nobody, and is waited for all the
			// same, or it would be answered in the time of whoever is asked next.
			if (!isOpen && until.visits === undefined) count();
			if (inside === 0) finish();
			else after(graceMs, finish);
		};
		const begin = () => {
			isWarm = true;
			tally.begin();
			after(until.ms, closeDoor);
		};
		const open = (onReady: (connection: Connection) => void) =>
			openConnection({
				host: hostname,
				port: Number(port),
				onReady(connection) {
					if (isOver) return connection.close();
					connections.add(connection);
					onReady(connection);
				},
				onBroken(connection, reason) {
					connections.delete(connection);
					const rested = idle.indexOf(connection);
					if (rested !== -1) idle.splice(rested, 1);
					else if (!isOver) {
						stop();
						reject(new Error(reason));
					}
				},
			});
		const enter = (connection: Connection, isDone: () => void) => {
			const isCounted = isWarm;
			// An open arrival belongs to the part in which it begins, or slow answers would be lost; closed ones are a rate.
			const counts = () => counted === null && (isOpen ? isCounted : isWarm);
			inside += 1;
			if (isCounted) begun += 1;
			visitor(connection, {
				take: (answer) => (counts() ? tally.take(answer) : answer.status === 200),
				done() {
					inside -= 1;
					visitsInAll += 1;
					if (counts()) tally.visited();
					if (isCounted) ended += 1;
					isDone();
					if (!mayBegin && inside === 0) finish();
				},
			});
		};
		const isFull = () => until.visits !== undefined && begun >= until.visits;

		const again = (connection: Connection, isAnswered = () => {}) => {
			if (isOver || !mayBegin) return;
			enter(connection, () => {
				isAnswered();
				again(connection);
			});
			if (isFull()) closeDoor();
		};
		// A server lets connections in one by one, between the questions of those that are in: a slow one takes longer.
		const letAllIn = (total: number, then: () => void) => {
			let missing = total;
			const isIn = () => {
				missing -= 1;
				if (missing === 0) then();
			};
			for (let index = 0; index < total; index += 1) open((connection) => again(connection, isIn));
		};
		const arrive = (perSecond: number) => {
			const firstMs = performance.now();
			let arrivals = 0;
			const tick = () => {
				const nowMs = performance.now();
				let dueMs = firstMs + (arrivals / perSecond) * 1000;
				while (dueMs <= nowMs && mayBegin) {
					const sinceMs = dueMs;
					const begin = (connection: Connection) => {
						if (isWarm) tally.startedLate(performance.now() - sinceMs);
						enter(connection, () => idle.push(connection));
						if (isFull()) closeDoor();
					};
					const rested = idle.pop();
					if (rested) begin(rested);
					else open(begin);
					arrivals += 1;
					dueMs = firstMs + (arrivals / perSecond) * 1000;
				}
				if (mayBegin) after(Math.max(tickMs, dueMs - performance.now()), tick);
			};
			tick();
		};

		const warmUp = () => after(warmUpMs, begin);
		if (warmUpMs === 0) begin();
		else if (isOpen) warmUp();
		if (isOpen) arrive(pace.perSecond);
		else letAllIn(pace.connections, warmUpMs === 0 ? () => {} : warmUp);
	});
}
