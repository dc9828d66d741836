/** The schema of `compare.json`: compares the runs of a candidate with those of a base. */
import { z } from 'zod';

const milliseconds = z.number().nonnegative();

export const compareRowSchema = z.object({
	/** The compared figure, such as `payment-options.p95`, `flow.p50` or `flow.failures`. */
	id: z.string(),
	unit: z.enum(['ms', 'ratio']),
	/** The geometric mean over the runs of a side; for failures, the share of all its flows. Null without samples. */
	base: z.number().nonnegative().nullable(),
	candidate: z.number().nonnegative().nullable(),
	/** The geometric mean of candidate / base over the pairs; null if a value is missing. */
	ratio: z.number().nonnegative().nullable(),
	/** The 95 % confidence interval of `ratio`. */
	between: z.tuple([z.number(), z.number()]).nullable(),
	/**
	 * How much the runs of each side vary, as a share of the value: a robust standard deviation, which one disturbed run
	 * does not raise.
	 */
	spread: z.object({ base: milliseconds, candidate: milliseconds }).nullable(),
	/**
	 * `undecided`: past the tolerance, but the pairs disagree. `not-comparable`: a side varies too much between runs.
	 * `shown`: not judged.
	 */
	state: z.enum(['better', 'same', 'worse', 'undecided', 'not-comparable', 'shown']),
});

/** The verdict of a run by its own limits, and the first reason if it is not GO. */
const runVerdictSchema = z.object({
	verdict: z.enum(['GO', 'NO-GO', 'INCONCLUSIVE', 'ERROR']),
	reason: z.object({ id: z.string(), text: z.string() }).nullable(),
});

export const compareSchema = z.object({
	schemaVersion: z.literal(1),
	kind: z.literal('compare'),
	/** A digest of what all runs have in common. */
	key: z.string(),
	pairs: z.int().nonnegative(),
	rows: z.array(compareRowSchema),
	verdict: z.enum(['better', 'same', 'worse', 'not-comparable']),
	why: z.string(),
	/** 0: better or same. 1: worse. 4: not comparable. */
	exitCode: z.int(),
	/** A difference below one of these does not count. */
	tolerance: z.object({ ratio: z.number(), floorMs: milliseconds }),
	targets: z.object({ base: z.string(), candidate: z.string() }),
	/** The folders of the runs, in the order of the pairs. */
	runs: z.object({ base: z.array(z.string()), candidate: z.array(z.string()) }),
	/** The verdicts of the runs, in the same order. */
	verdicts: z.object({ base: z.array(runVerdictSchema), candidate: z.array(runVerdictSchema) }),
});

export type CompareRow = z.infer<typeof compareRowSchema>;
export type RunVerdict = z.infer<typeof runVerdictSchema>;
export type Compare = z.infer<typeof compareSchema>;

/** The JSON Schema of the file. The build writes it into the package. */
export function compareJsonSchema(): object {
	return z.toJSONSchema(compareSchema);
}
