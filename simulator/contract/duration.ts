/** Durations and duration laws in JSON: an integer of milliseconds, or a string with a unit. */
import { z } from 'zod';
import { durationText, parseDuration } from './duration-text.ts';

/** The longest duration in milliseconds: a century, so that a date plus a duration is still a valid date. */
export const maxDurationMs = 36_500 * 86_400_000;

/** The longest latency in milliseconds. HTTP clients do not wait longer, so a longer one must be a typing error. */
export const maxLatencyMs = 10 * 60_000;

/** A duration up to a maximum. The schema aborts on other values, because later checks call `toMs`. */
export function durationUpTo(maxMs: number, most: string) {
	const tooLong = `must be at most "${most}"`;
	return z
		.union(
			[
				z
					.int({ error: ({ code }) => (code === 'too_big' ? tooLong : undefined) })
					.nonnegative({ abort: true })
					.meta({ maximum: maxMs }),
				z.string().regex(durationText, { abort: true }),
			],
			'must be a whole number of milliseconds or a text such as "250ms", "90s", "5m", "24h" or "7d"',
		)
		.refine((duration) => toMs(duration) <= maxMs, tooLong);
}

export const durationSchema = durationUpTo(maxDurationMs, '36500d');

export type Duration = number | string;

/**
 * The parsed durations by their texts: every call reads some durations of the settings, which contain few different
 * texts.
 */
const parsed = new Map<string, number>();
const maxParsed = 1_000;

/** Converts `90`, `"90s"` or `"1.5h"` to milliseconds. The value must have passed the schema. */
export function toMs(duration: Duration): number {
	if (typeof duration === 'number') return duration;
	const known = parsed.get(duration);
	if (known !== undefined) return known;
	const milliseconds = parseDuration(duration);
	if (milliseconds === undefined) throw new Error(`Not a duration: "${duration}".`);
	// A text that is refused must not stay: it may be a card number.
	if (parsed.size < maxParsed && milliseconds <= maxDurationMs) parsed.set(duration, milliseconds);
	return milliseconds;
}

/** The schemas of all laws except mixtures, with durations of the given schema. */
function lawsOf(duration: typeof durationSchema) {
	const uniform = z
		.tuple([duration, duration])
		.refine(([from, to]) => toMs(from) <= toMs(to), 'must give the shorter duration first');
	const lognormalByTail = z
		.strictObject({ median: duration, p99: duration, max: duration.optional() })
		.refine(
			({ median, p99 }) => toMs(median) > 0 && toMs(p99) >= toMs(median),
			'must have a median above 0 and a p99 that is not below it',
		);
	const lognormalBySigma = z
		.strictObject({
			median: duration,
			sigma: z.number().nonnegative('must be 0 or more').max(10, 'must be at most 10'),
			max: duration.optional(),
		})
		.refine(({ median }) => toMs(median) > 0, 'must have a median above 0');
	const exponential = z
		.strictObject({ mean: duration, max: duration.optional() })
		.refine(({ mean }) => toMs(mean) > 0, 'must have a mean above 0');
	return [
		z.strictObject({ fixed: duration }),
		z.strictObject({ uniform }),
		z.strictObject({ lognormal: z.union([lognormalByTail, lognormalBySigma]) }),
		z.strictObject({ exponential }),
	] as const;
}

/** A mixture draws one of its laws by weight. */
const mixtureOf = <L extends z.ZodType>(law: L) =>
	z.strictObject({
		mixture: z
			.array(
				z.strictObject({
					weight: z
						.number()
						.nonnegative('must be 0 or more')
						.max(1e9, 'must be at most 1000000000'),
					law,
				}),
			)
			.refine(
				(parts) => parts.some(({ weight }) => weight > 0),
				'must give at least one law a weight above 0',
			),
	});

const forms =
	'{"fixed": 80}, {"uniform": [50, 200]}, {"lognormal": {"median": 80, "p99": 300}}, {"lognormal": {"median": 80, "sigma": 0.4}}, {"exponential": {"mean": 20}} or {"mixture": [{"weight": 0.99, "law": …}, {"weight": 0.01, "law": …}]}';

const processing = z.union([z.literal('none'), z.literal('never'), ...lawsOf(durationSchema)]);
const latency = z.union([z.literal('none'), ...lawsOf(durationUpTo(maxLatencyMs, '10m'))]);

/** The law of the processing delay. `never` leaves a payment in processing. */
export const durationLawSchema = z.union(
	[processing, mixtureOf(processing)],
	`must be "none", "never", ${forms}`,
);

/**
 * The law of a latency or a service time: ten minutes at most. It has no `never`, because that is a fault, not a
 * latency.
 */
export const latencyLawSchema = z.union([latency, mixtureOf(latency)], `must be "none", ${forms}`);

export type DurationLaw = z.infer<typeof durationLawSchema>;
