/** The schemas of a workspace's clock, as the control API shows and changes it. */
import { z } from 'zod';

/**
 * Every clock stops at this time. It leaves a thousand years before the last four-digit year of ISO 8601: a state
 * planned from here, at most ten centuries later, still needs a valid date.
 */
export const endOfTime = '8999-12-31T23:59:59.999Z';

/** Writes milliseconds since the epoch as ISO 8601. */
export const isoTime = (ms: number) => new Date(ms).toISOString();

/** A time to which a clock can be set. */
export const clockTimeSchema = z.iso
	.datetime({ offset: true, abort: true, error: 'must be a time such as 2027-01-01T00:00:00Z' })
	.refine((time) => Date.parse(time) >= 0, 'must not be before 1970-01-01T00:00:00Z')
	.refine((time) => Date.parse(time) <= Date.parse(endOfTime), `must not be after ${endOfTime}`);

export const clockViewSchema = z.object({
	mode: z.enum(['real', 'scaled', 'manual']),
	scale: z.number(),
	now: z.iso.datetime(),
});

/** The scales of a clock. Beyond them, waits and `Retry-After` would be no sensible numbers. */
export const scaleRange = { min: 1e-6, max: 1e6 };

export const clockChangeSchema = z
	.strictObject({
		mode: z.enum(['real', 'scaled', 'manual']).optional(),
		scale: z
			.number()
			.min(scaleRange.min, 'must be at least 0.000001')
			.max(scaleRange.max, 'must be at most 1000000')
			.optional(),
		now: clockTimeSchema.optional(),
	})
	.refine(({ mode, scale }) => scale === undefined || (mode ?? 'scaled') === 'scaled', {
		path: ['mode'],
		message: 'must be "scaled" if a scale is given',
	})
	.refine(({ mode, scale }) => scale !== undefined || mode !== 'scaled', {
		path: ['scale'],
		message: 'must be given with the mode "scaled"',
	});

export type ClockView = z.infer<typeof clockViewSchema>;
export type ClockChange = z.infer<typeof clockChangeSchema>;

/**
 * The stored state of a clock. Transactions read it with the workspace, so all processes that share a store have the
 * same time.
 */
export interface ClockRecord {
	readonly mode: ClockView['mode'];
	/** Business milliseconds for each wall millisecond: 1 for a real clock; a manual clock does not use it. */
	readonly scale: number;
	readonly anchorWallMs: number;
	readonly anchorMs: number;
}

/** Whether a clock is a later change of the other one: no change sets either of its times back. */
export function isLaterClock(clock: ClockRecord, other: ClockRecord): boolean {
	if (clock.anchorWallMs !== other.anchorWallMs) return clock.anchorWallMs > other.anchorWallMs;
	return clock.anchorMs > other.anchorMs;
}
