/**
 * From the start of the process to the first answer of payment-options. It may use every core, as on anybody's machine: V8 and
 * tsx have threads beside the main one, and nothing is asked of it until it listens.
 */
import { once } from 'node:events';
import type { Program } from '../child.ts';
import { npmStart, startChild, stopChild } from '../child.ts';
import { addressOf, builtCommand, serveOptions } from '../contestants.ts';
import type { Connection } from '../generator/connection.ts';
import { openConnection } from '../generator/connection.ts';
import { visitorTo } from '../generator/visits.ts';
import type { Limit, Measurement, Outcome, Row } from '../row.ts';
import { atMost } from '../row.ts';
import { spreadOf } from '../statistics.ts';

const built = {
	id: 'start-built',
	title: 'Start to first answer, built command',
	reference: 'Node with an empty program',
};
const source = {
	id: 'start-source',
	title: 'Start to first answer, from TypeScript by tsx',
	reference: 'Node with an empty program',
};

const ways: readonly { row: Row; limit: Limit; program: Program; times: 'built' | 'source' }[] = [
	{
		row: built,
		limit: atMost(400, 'ms', 'from the start to the first answer'),
		program: { args: [builtCommand, 'serve', ...serveOptions] },
		times: 'built',
	},
	{
		row: source,
		limit: atMost(1_000, 'ms', 'from the start to the first answer'),
		program: npmStart(...serveOptions),
		times: 'source',
	},
];

export const start: Measurement = {
	rows: ways.map(({ row }) => row),
	async measure(context, wanted) {
		const outcomes = new Map<string, Outcome>();
		for (const { row, limit, program, times } of ways.filter(({ row }) => wanted.includes(row))) {
			const tookMs: number[] = [];
			const emptyMs: number[] = [];
			for (let turn = 0; turn < context.sizes.starts[times]; turn += 1) {
				emptyMs.push(await timeEmpty());
				tookMs.push(await timeStart(program));
			}
			context.progress(`${row.title}: ${tookMs.length} starts`);
			const reference = {
				of: 'Node with an empty program',
				what: 'median',
				value: spreadOf(emptyMs).median,
				unit: 'ms',
			} as const;
			const checks = [{ limit, value: spreadOf(tookMs) }];
			outcomes.set(row.id, { checks, doubts: [], figures: [reference], plots: [] });
		}
		return outcomes;
	},
};

async function timeEmpty(): Promise<number> {
	const begunMs = performance.now();
	const child = startChild({ args: ['--eval', '0'] }, null);
	await once(child, 'exit');
	return performance.now() - begunMs;
}

async function timeStart(program: Program): Promise<number> {
	const begunMs = performance.now();
	const child = startChild(program, null);
	try {
		await firstAnswer(await addressOf(child));
		return performance.now() - begunMs;
	} finally {
		await stopChild(child);
	}
}

async function firstAnswer(url: string): Promise<void> {
	const { host, hostname, port } = new URL(url);
	const connection = await new Promise<Connection>((resolve, reject) => {
		openConnection({
			host: hostname,
			port: Number(port),
			onReady: resolve,
			onBroken: (_, reason) => reject(new Error(reason)),
		});
	});
	try {
		await new Promise<void>((resolve, reject) => {
			visitorTo(host, 'paymentOptions')(connection, {
				take({ status }) {
					if (status === 200) return true;
					reject(new Error(`the first answer was ${status}`));
					return false;
				},
				done: resolve,
			});
		});
	} finally {
		connection.close();
	}
}
