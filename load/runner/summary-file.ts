/** k6's own summary: that it is there proves the run came to its end, and its counts must be ours. */
import { readFile } from 'node:fs/promises';
import type { Tally } from './tally.ts';

export interface K6Summary {
	text: string;
	/** Metric → value → number. */
	metrics: Record<string, { values?: Record<string, number> } | undefined>;
}

export async function readSummary(path: string): Promise<K6Summary | undefined> {
	try {
		const text = await readFile(path, 'utf8');
		const { metrics } = JSON.parse(text);
		return typeof metrics === 'object' && metrics !== null ? { text, metrics } : undefined;
	} catch {
		// No file, or half of one: the verdict says so.
		return undefined;
	}
}

/** What k6 counted and the stream did not show, a sentence each. */
export function missedSamples({ metrics }: K6Summary, tally: Tally): string[] {
	const counted = {
		'flows started': metrics.payin_flow_started?.values?.count ?? 0,
		'flows finished': sum(metrics.payin_flow_ok?.values),
	};
	const seen = {
		'flows started': tally.everything.started,
		'flows finished': tally.everything.ok + tally.everything.failed,
	};
	const missed = (Object.keys(seen) as (keyof typeof seen)[])
		.filter((what) => counted[what] !== seen[what])
		.map((what) => `k6 counted ${counted[what]} ${what}, its samples show ${seen[what]}.`);
	if (tally.unreadable > 0) missed.push(`${tally.unreadable} samples could not be read.`);
	return missed;
}

function sum(values: Record<string, number> | undefined): number {
	return (values?.passes ?? 0) + (values?.fails ?? 0);
}
