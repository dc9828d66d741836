/**
 * The capacity of the three calls. A call is admitted before its commit. After the commit it waits for a free server,
 * and is answered when its service time is over. Each workspace has its own queue in each process, in wall time.
 */
import { maxLatencyMs } from '../contract/duration.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { Settings } from '../contract/settings.ts';
import { drawMs } from '../delays/law.ts';
import type { ApiError } from '../errors/api-error.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import type { AdmitCall, Call, Reply, ReplyStage } from '../wire/call.ts';
import type { QueuedService, ServerQueue } from './server-queue.ts';
import { createServerQueue } from './server-queue.ts';

type CapacitySettings = NonNullable<Settings['capacity']>;

interface CapacityDeps {
	/** Returns the random numbers for a call that belongs to no payment. */
	chanceFor(call: Call): Promise<KeyedDraw>;
	sleep(ms: number, clientGone: AbortSignalLike): Promise<void>;
	monotonicMs(): number;
}

interface Capacity {
	readonly admit: AdmitCall;
	/** Holds back the reply of an admitted call until a server is free and its service time is over. */
	waitForServer: ReplyStage;
}

interface WorkspaceQueue {
	readonly queue: ServerQueue;
	/** When the call started whose settings gave the queue its number of servers, on the monotonic clock. */
	setMs: number;
	/** The number of calls that are admitted and not committed yet. */
	admitted: number;
	/** Functions that wake the calls waiting for a server, after the number of servers changes. */
	readonly wakes: Set<() => void>;
}

interface Admission {
	readonly workspace: WorkspaceQueue;
	readonly law: CapacitySettings['service'];
	/** Ends the admission, at the commit or when the call fails. */
	end(): void;
}

/** The most queues in memory: ten times the default of `limits.maxWorkspaces`, as for rate limits. */
const maxQueues = 10_000;

export function createCapacity({ chanceFor, sleep, monotonicMs }: CapacityDeps): Capacity {
	/** The queues by the secret of their workspace: a reset changes the secret, and so begins with an empty queue. */
	const workspaces = createLruCache<WorkspaceQueue>(maxQueues);
	const admissions = new WeakMap<Call, Admission>();

	const workspaceOf = ({ secret, startedMs }: Call, servers: number): WorkspaceQueue => {
		const known = workspaces.get(secret);
		if (!known) {
			const queue = createServerQueue(servers);
			const workspace = { queue, setMs: startedMs, admitted: 0, wakes: new Set<() => void>() };
			workspaces.put(secret, workspace);
			return workspace;
		}
		// A call that took long to arrive has older settings than the queue.
		if (startedMs < known.setMs) return known;
		known.setMs = startedMs;
		if (known.queue.resize(servers, monotonicMs())) for (const wake of known.wakes) wake();
		return known;
	};

	async function wait(
		call: Call,
		reply: Reply,
		{ workspace, law, end }: Admission,
		chanceOfPayment: KeyedDraw | null,
	): Promise<Reply> {
		const chance = chanceOfPayment ?? (await chanceFor(call));
		const drawnMs = drawMs(law, (name) => chance(`service ${name}`)) ?? 0;
		// Cap the draw: a lognormal or exponential law has no upper bound.
		const serviceMs = Math.min(drawnMs, maxLatencyMs);
		const arrivalMs = monotonicMs();
		const service = workspace.queue.join(arrivalMs, serviceMs);
		end();
		if (service.endMs === arrivalMs) return reply;
		// A client that disconnects ends the wait, but its call keeps its server.
		if (service.startMs > arrivalMs) await startOf(service, workspace, call.clientGone);
		await sleep(service.endMs - monotonicMs(), call.clientGone);
		const leftMs = monotonicMs();
		const queueMs = Math.min(service.startMs, leftMs) - arrivalMs;
		return { ...reply, queueMs, serviceMs: leftMs - arrivalMs - queueMs };
	}

	/** Waits until the service starts. A change of the number of servers moves this time. */
	async function startOf(
		service: QueuedService,
		{ wakes }: WorkspaceQueue,
		clientGone: AbortSignalLike,
	): Promise<void> {
		while (service.startMs > monotonicMs() && !clientGone.aborted) {
			const woken = new AbortController();
			const wake = () => woken.abort();
			wakes.add(wake);
			clientGone.addEventListener('abort', wake);
			await sleep(service.startMs - monotonicMs(), woken.signal);
			clientGone.removeEventListener('abort', wake);
			wakes.delete(wake);
		}
	}

	return {
		admit(call) {
			const { capacity } = call.settings;
			if (capacity === null || !isLimited(call, capacity)) return null;
			const workspace = workspaceOf(call, capacity.servers);
			const refusal = refuseIfFull(workspace, capacity, monotonicMs());
			if (refusal) return refusal;
			const end = openAdmission(workspace, call.clientGone);
			admissions.set(call, { workspace, law: capacity.service, end });
			return null;
		},
		waitForServer(call, reply, chance) {
			if (call.settings.capacity === null) return reply;
			const admission = admissions.get(call);
			return admission ? wait(call, reply, admission, chance) : reply;
		},
	};
}

function isLimited({ endpoint }: Call, { endpoints }: CapacitySettings): boolean {
	return endpoints.some((name) => name === endpoint);
}

function refuseIfFull(
	{ queue, admitted }: WorkspaceQueue,
	{ servers, queue: longest }: CapacitySettings,
	nowMs: number,
): ApiError | null {
	if (longest === null || queue.callsAt(nowMs) + admitted < servers + longest) return null;
	const waitMs = queue.nextPlaceMs(nowMs) - nowMs;
	const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
	return { code: 'capacity_exceeded', servers, queue: longest, retryAfterS };
}

/**
 * Counts the call as admitted until the returned function is called, or its response is closed. A call whose commit
 * fails therefore does not stay admitted.
 */
function openAdmission(workspace: WorkspaceQueue, closed: AbortSignalLike): () => void {
	if (closed.aborted) return () => {};
	let isOpen = true;
	const end = () => {
		closed.removeEventListener('abort', end);
		if (isOpen) workspace.admitted -= 1;
		isOpen = false;
	};
	workspace.admitted += 1;
	closed.addEventListener('abort', end);
	return end;
}
