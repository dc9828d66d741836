/** The load generator: a separate process on bare sockets, because Node's HTTP client costs more than the bare server. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { readServerTiming } from '../server-timing.ts';

/**
 * What a connection repeats: one payment-options call, or the three calls of a bank payment with the ids of the
 * response before.
 */
export type WorkKind = 'payment-options' | 'flow';

export interface GeneratorJob {
	url: string;
	work: WorkKind;
	/** Closed load: the number of connections. Each starts its next work as soon as it has the response. */
	connections?: number;
	/** Open load: work is started this often per second, however slow the server is. */
	perSecond?: number;
	/** Work that starts in the first `warmUpMs` is not counted. */
	warmUpMs?: number;
	/**
	 * How long work is started, in milliseconds. With a `count`, work is started until that number is reached, and the
	 * rates have no meaning.
	 */
	ms: number;
	count?: number;
}

export interface GeneratorResult {
	/**
	 * The number of works (calls or flows) that started in the measured time. `completed` and `failed` are parts of it.
	 */
	started: number;
	completed: number;
	failed: number;
	seconds: number;
	/** The number of completed works, with those of the warm-up. */
	total: number;
	/** The share of its core that the generator used, from 0 to 1. */
	cpuShare: number;
	tookMs: number[];
	/**
	 * The injected delays from `Server-Timing`. Filled under open load only, because reading them costs too much at full
	 * speed.
	 */
	injectedMs: number[];
	ownMs: number[];
}

type Connection = Awaited<ReturnType<typeof openConnection>>;
type Response = { status: number; tookMs: number; text: string };

async function openConnection(url: string) {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
	await once(socket, 'connect');
	let text = '';
	let sentMs = 0;
	let respond: (response: Response) => void = () => {};
	let fail: (error: Error) => void = () => {};
	socket.on('error', () => {});
	socket.on('close', () => fail(new Error(`${url} closed a connection`)));
	socket.on('data', (chunk) => {
		text += chunk;
		const headLength = text.indexOf('\r\n\r\n') + 4;
		const [, bodyLength] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
		if (headLength < 4 || text.length < headLength + Number(bodyLength)) return;
		respond({ status: Number(text.slice(9, 12)), tookMs: performance.now() - sentMs, text });
		text = '';
	});
	const send = (request: string) =>
		new Promise<Response>((resolve, reject) => {
			respond = resolve;
			fail = reject;
			sentMs = performance.now();
			socket.write(request);
		});
	return { socket, send };
}

/**
 * Every payment of a run gets its own reference, as in a shop. All numbers have the same length, so all requests have
 * the same size.
 */
let order = 1_000_000;

/** Returns a function that sends the requests of one work. It stops at the first response that is not 200. */
function playerTo(url: string, work: WorkKind) {
	const headers = `Host: ${new URL(url).host}\r\nContent-Type: application/json`;
	const post = (path: string, body: string) =>
		`POST ${path} HTTP/1.1\r\n${headers}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
	const example = { ...paymentOptionsExample, paymentReference: `order-${order}` };
	const [head, tail] = post(servicePaths.paymentOptions, JSON.stringify(example)).split(`${order}`);
	return async ({ send }: Connection, isFine: (response: Response) => boolean): Promise<void> => {
		order += 1;
		const options = await send(`${head}${order}${tail}`);
		if (!isFine(options) || work === 'payment-options') return;
		const [session, option] = [firstOf('sessionId', options), firstOf('paymentOptionId', options)];
		const ids = `{"sessionId":"${session}","paymentOptionId":"${option}"`;
		const banks = await send(post(servicePaths.paymentSuboptions, `${ids}}`));
		if (!isFine(banks)) return;
		const choice = `${ids},"optionId":"${firstOf('id', banks)}"}`;
		isFine(await send(post(servicePaths.hybridPayment, choice)));
	};
}

/** Finds the first value of a JSON key. Parsing the whole response would cost more than the server's own work. */
function firstOf(key: string, { text }: Response): string {
	const start = text.indexOf(`"${key}":"`) + key.length + 4;
	return text.slice(start, text.indexOf('"', start));
}

async function run(job: GeneratorJob): Promise<GeneratorResult> {
	const { url, work, connections = 0, perSecond = 0, warmUpMs = 0, ms, count = Infinity } = job;
	const counts = { started: 0, completed: 0, total: 0, failed: 0 };
	const times = { seconds: ms / 1000, cpuShare: 0 };
	const result: GeneratorResult = { ...counts, ...times, tookMs: [], injectedMs: [], ownMs: [] };
	const play = playerTo(url, work);
	const opened: Connection[] = [];
	const open = async () => {
		const connection = await openConnection(url);
		opened.push(connection);
		return connection;
	};
	const ready = await Promise.all(Array.from({ length: connections }, open));
	const cpuBefore = process.cpuUsage();
	const startMs = performance.now();
	const isWarm = () => performance.now() >= startMs + warmUpMs;
	const isOver = () => performance.now() >= startMs + warmUpMs + ms || result.started >= count;
	const record = ({ status, tookMs, text }: Response) => {
		result.tookMs.push(tookMs);
		if (status !== 200) result.failed += 1;
		if (perSecond === 0) return;
		const timing = readServerTiming(/\r\nserver-timing: ([^\r]*)/i.exec(text)?.[1]);
		result.injectedMs.push(timing.injectedMs ?? Number.NaN);
		result.ownMs.push(timing.ownMs ?? Number.NaN);
	};
	/** Work counts by its start time. Counting by its end would lose slow responses. */
	const playOnce = async (connection: Connection, isMeasured: boolean) => {
		if (isMeasured) result.started += 1;
		await play(connection, (response) => {
			if (isMeasured) record(response);
			return response.status === 200;
		});
		result.total += 1;
		if (isMeasured) result.completed += 1;
	};
	const closedLoad = async (connection: Connection) => {
		while (!isOver()) await playOnce(connection, isWarm());
	};
	const openLoad = async () => {
		const idle: Connection[] = [];
		const arrive = async (isMeasured: boolean) => {
			let connection = idle.pop();
			while (connection?.socket.destroyed) connection = idle.pop();
			connection ??= await open();
			await playOnce(connection, isMeasured);
			idle.push(connection);
		};
		const arrivals: Promise<void>[] = [];
		// Count the starts by the plan, not by the clock: a generator that was paused by a busy machine still sends all of
		// them.
		const planned = Math.ceil((perSecond * (warmUpMs + ms)) / 1000);
		while (arrivals.length < planned) {
			const dueMs = (arrivals.length * 1000) / perSecond;
			const leftMs = startMs + dueMs - performance.now();
			if (leftMs > 0) await sleep(Math.max(1, leftMs));
			else arrivals.push(arrive(dueMs >= warmUpMs));
		}
		// Work without a response after 5 s counts as unanswered.
		await Promise.race([Promise.all(arrivals), sleep(5_000)]);
	};

	await (perSecond > 0 ? openLoad() : Promise.all(ready.map(closedLoad)));
	const { user, system } = process.cpuUsage(cpuBefore);
	result.cpuShare = (user + system) / 1000 / (performance.now() - startMs);
	for (const { socket } of opened) socket.destroy();
	return result;
}

// A broken connection rejects its work. Other works on it may reject after nothing listens any more.
process.on('unhandledRejection', () => {});
process.on('message', async (job: GeneratorJob) => {
	process.send?.(await run(job).catch(({ message }: Error) => ({ error: message })));
});
process.on('disconnect', () => process.exit());
