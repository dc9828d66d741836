/** Some seconds of one server under as many questions as it answers. */
import { firstLine, startChild, stopChild } from './child.ts';

export interface Round {
	perSecond: number;
	/** Answers other than 200. */
	failed: number;
	/** Head and body of the last answer. */
	answerBytes: number;
	p50Ms: number;
	p99Ms: number;
	/** Share of its core the generator needed: near 1 it is the generator that was measured. */
	generatorCpu: number;
}

export interface RoundPlan {
	connections: number;
	warmUpMs: number;
	measureMs: number;
	/** Core of the generator. */
	core: number | null;
}

const startMs = 10_000;

export async function playRound(
	url: string,
	{ connections, warmUpMs, measureMs, core }: RoundPlan,
): Promise<Round> {
	const args = [url, ...[connections, warmUpMs, measureMs].map(String)];
	const generator = startChild({ file: 'generator.ts', args, core });
	try {
		return JSON.parse(await firstLine(generator, warmUpMs + measureMs + startMs)) as Round;
	} finally {
		await stopChild(generator);
	}
}
