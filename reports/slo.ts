/** The service levels a team asks for, and how a run compares with them. */
import { z } from 'zod';
import type { LoadFlow, LoadPlan, LoadStep, SloRow } from '../simulator/contract/run-report.ts';
import { formatRate, formatShare, formatValue, share } from './figures.ts';

const ratio = z.number().min(0).max(1);

/** A latency limit never stands alone: a call that fails at once looks fast. */
const stepLimitsSchema = z.strictObject({
	p95Ms: z.number().positive().optional(),
	p99Ms: z.number().positive().optional(),
	maxFailureRatio: ratio,
});

type StepLimits = z.infer<typeof stepLimitsSchema>;

export const sloSchema = z.strictObject({
	schemaVersion: z.literal(1),
	/** Where the limits come from; JSON has no comments. */
	note: z.string().optional(),
	steps: z.partialRecord(
		z.enum(['payment-options', 'payment-suboptions', 'hybrid-payment']),
		stepLimitsSchema,
	),
	flow: z.strictObject({
		maxFailureRatio: ratio,
		/** Flows finished per second, as a share of the rate asked for. */
		minAchievedRatio: ratio,
	}),
});

export type Slo = z.infer<typeof sloSchema>;

/** Compares a run with its limits. A limit without samples never passes; a plan that does not judge speed shows them all and judges none. */
export function evaluateSlo(
	slo: Slo,
	steps: Readonly<Record<string, LoadStep>>,
	flows: LoadFlow,
	plan: Pick<LoadPlan, 'judgesLatency' | 'ratePerSecond'>,
): SloRow[] {
	const judged = plan.judgesLatency;
	const rows = Object.entries(slo.steps).flatMap(([name, limits]) =>
		stepRows(name, limits, steps[name], judged),
	);
	const finished = flows.ok + flows.failed;
	rows.push(
		ceiling({
			step: null,
			metric: 'failures',
			limit: slo.flow.maxFailureRatio,
			measured: share(flows.failed, finished),
			samples: finished,
			judged,
		}),
	);
	if (plan.ratePerSecond !== null) {
		const limit = plan.ratePerSecond * slo.flow.minAchievedRatio;
		const measured = finished > 0 ? flows.rate : null;
		rows.push({
			name: `flow rate ≥ ${formatValue(limit, 'per second')}`,
			step: null,
			metric: 'rate',
			limit,
			measured,
			unit: 'per second',
			samples: finished,
			passed: measured !== null && measured >= limit,
			judged,
		});
	}
	return rows;
}

function stepRows(
	name: string,
	limits: StepLimits,
	step: LoadStep | undefined,
	judged: boolean,
): SloRow[] {
	const calls = step?.count ?? 0;
	const failed = step?.failed ?? 0;
	// A failed call may be as fast as it likes: the times are those of the accepted ones.
	const accepted = calls - failed;
	const latencies = (['p95', 'p99'] as const).flatMap((metric) => {
		const limit = limits[`${metric}Ms`];
		if (limit === undefined) return [];
		const measured = accepted > 0 ? (step?.[metric] ?? null) : null;
		return [ceiling({ step: name, metric, limit, measured, samples: accepted, judged })];
	});
	const failures = ceiling({
		step: name,
		metric: 'failures',
		limit: limits.maxFailureRatio,
		measured: share(failed, calls),
		samples: calls,
		judged,
	});
	return [...latencies, failures];
}

function ceiling(row: Omit<SloRow, 'name' | 'unit' | 'passed'>): SloRow {
	const { step, metric, limit, measured, samples } = row;
	const unit = metric === 'failures' ? 'ratio' : 'ms';
	const name = `${step ?? 'flow'} ${metric} ≤ ${formatValue(limit, unit)}`;
	const passed = samples > 0 && measured !== null && measured <= limit;
	return { ...row, name, unit, passed };
}

/** How much of the limit is left, as a share of it: negative when broken, null when it cannot be told. */
export function margin(row: SloRow): number | null {
	if (row.measured === null || row.limit === 0) return null;
	const used = row.measured / row.limit;
	// A rate is the one limit that must be reached; every other must not be passed.
	return row.unit === 'per second' ? used - 1 : 1 - used;
}

/** `17 % past the limit`, `2.3 times the limit`; empty when it was kept or cannot be told. */
export function pastLimit(row: SloRow): string {
	const left = margin(row);
	if (left === null || left >= 0) return '';
	if (left < -1) return `${formatRate(1 - left)} times the limit`;
	return `${formatShare(-left)} ${row.unit === 'per second' ? 'short of' : 'past'} the limit`;
}
