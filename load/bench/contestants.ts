/** Who is measured, side by side. The first is what the others are compared with. */
import type { ChildProcess } from 'node:child_process';
import { firstLine, startChild } from './child.ts';

export interface Contestant {
	name: string;
	/** Relative to this folder. */
	file: string;
	args: readonly string[];
}

const loopback = ['--host', '127.0.0.1', '--port', '0'];

export const contestants: readonly [Contestant, ...Contestant[]] = [
	{ name: 'bare node:http', file: 'servers/bare.ts', args: [] },
	{ name: 'payin-sandbox', file: '../../cli.ts', args: ['serve', ...loopback] },
	{ name: 'Express + zod', file: 'servers/express-zod.ts', args: [] },
];

export interface Running extends Contestant {
	url: string;
	child: ChildProcess;
}

const startMs = 15_000;

export async function startContestant(
	contestant: Contestant,
	core: number | null,
): Promise<Running> {
	const child = startChild({ ...contestant, core });
	const line = await firstLine(child, startMs);
	const [, url] = /listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
	if (!url) throw new Error(`${contestant.name} began with "${line}", not with its address.`);
	return { ...contestant, url, child };
}
