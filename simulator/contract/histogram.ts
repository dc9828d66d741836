import { z } from 'zod';

/** A log-linear histogram. `value` is the middle of a bucket, rounded to the given significant digits. */
export const histogramSchema = z.object({
	unit: z.literal('us'),
	digits: z.int(),
	buckets: z.array(z.tuple([z.number(), z.int().nonnegative()])),
});

export type HistogramBuckets = z.infer<typeof histogramSchema>;
