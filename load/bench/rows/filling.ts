/** Puts live payments into a sandbox, and weighs it as they come. */
import type { Memory, Running } from '../contestants.ts';
import { doubtsOf } from '../doubts.ts';
import type { Played } from '../generator/job.ts';
import type { Generator } from '../generator.ts';
import type { Context } from '../row.ts';

export interface Weighed {
	payments: number;
	memory: Memory;
}

export interface Filling {
	weighed: readonly Weighed[];
	doubts: readonly string[];
}

/** Of all of them. Journals and the like are full after the first. */
const steps = [0.4, 0.6, 0.8, 1];
const connections = 32;

/** Weighed at every step. */
export async function fill(
	{ sizes, generator, progress }: Context,
	{ name, url, memory }: Running,
): Promise<Filling> {
	const { many, limitMs } = sizes.payments;
	const weighed: Weighed[] = [];
	const parts: Played[] = [];
	let payments = 0;
	for (const step of steps) {
		const wanted = Math.max(1, Math.round(many * step) - payments);
		const part = await makePayments(generator, url, wanted, limitMs / steps.length);
		parts.push(part);
		payments += part.visitsInAll;
		weighed.push({ payments, memory: await memory() });
		progress(`${payments.toLocaleString('en')} of ${many.toLocaleString('en')} live payments`);
	}
	const short = `only ${payments.toLocaleString('en')} of ${many.toLocaleString('en')} payments were made in time`;
	return { weighed, doubts: [...doubtsOf(name, parts), ...(payments < many ? [short] : [])] };
}

/** Each with its three calls; at most so many, and for so long. */
export function makePayments(
	generator: Generator,
	url: string,
	visits: number,
	ms: number,
): Promise<Played> {
	const pace = { connections: Math.min(connections, visits) };
	return generator.play({ url, visit: 'flow', pace, warmUpMs: 0, until: { visits, ms } });
}
