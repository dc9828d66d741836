import type { LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';

/** What a load run is judged by. */
export interface MeasuredLoad
	extends Pick<LoadReport, 'plan' | 'flows' | 'steps' | 'slo' | 'generator'> {
	/** Iterations of the load script that ended in an exception; k6 itself exits 0 on them. */
	iterationExceptions: number;
	/** k6 left no summary, or one that cannot be read. */
	summaryMissing: boolean;
	interrupted: boolean;
}

export function reason(severity: LoadReason['severity'], rule: string, detail: string): LoadReason {
	return { rule, severity, detail };
}
