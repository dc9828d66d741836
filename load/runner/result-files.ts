/** The files of a load run: its reports, and the output of k6. */
import { reportFiles } from '../../reports/render.ts';
import type { Measurement } from './measure.ts';

/** The names of all files that a load run may write. */
export const loadFiles = [...reportFiles, 'series.csv', 'k6-summary.json', 'k6.log'] as const;

/** The files with the output of k6, by name. They are in memory until the end, so that a failure to write loses nothing. */
export type RawFiles = Partial<Record<'k6-summary.json' | 'k6.log', string>>;

/** Adds the output of k6. A breakpoint run keeps the log of each step, and the summary of the last one. */
export function keepRaw(raw: RawFiles, { summary, log }: Pick<Measurement, 'summary' | 'log'>) {
	if (summary) raw['k6-summary.json'] = summary.text;
	raw['k6.log'] = (raw['k6.log'] ?? '') + log.text;
}
