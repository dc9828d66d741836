/** The service levels of a team, and how a run compares with them. */
import { z } from 'zod';
import type { LoadFlow, LoadPlan, LoadStep, SloRow } from '../simulator/contract/run-report.ts';
import { formatRate, formatShare, formatValue, share } from './figures.ts';

const ratio = z.number().min(0).max(1);
const limitMs = z.number().positive('must be above 0');

/** Every step has a failure limit besides its latency limits: a call that fails at once looks fast. */
const stepLimitsSchema = z.strictObject({
	p95Ms: limitMs.optional(),
	p99Ms: limitMs.optional(),
	maxFailureRatio: ratio,
});

type StepLimits = z.infer<typeof stepLimitsSchema>;

export const sloSchema = z.strictObject({
	schemaVersion: z.literal(1),
	/** For comments, which JSON does not have. */
	note: z.string().optional(),
	steps: z.partialRecord(
		z.enum(['payment-options', 'payment-suboptions', 'hybrid-payment']),
		stepLimitsSchema,
	),
	flow: z.strictObject({
		maxFailureRatio: ratio,
		/** Flows finished per second, as a share of the planned rate. */
		minAchievedRatio: ratio,
	}),
});

export type Slo = z.infer<typeof sloSchema>;

/** Compares a run with its limits. A limit without samples never passes. A plan that does not judge latency shows all limits and judges none. */
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
	// Latencies are those of accepted calls: a failed call may be fast.
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

/** The share of the limit that is left: negative when broken, null when unknown. */
export function margin(row: SloRow): number | null {
	if (row.measured === null || row.limit === 0) return null;
	const used = row.measured / row.limit;
	// A rate is a minimum; every other limit is a maximum.
	return row.unit === 'per second' ? used - 1 : 1 - used;
}

/** `17 % past the limit`, `2.3 times the limit`; empty when kept or unknown. */
export function pastLimit(row: SloRow): string {
	const left = margin(row);
	if (left === null || left >= 0) return '';
	if (left < -1) return `${formatRate(1 - left)} times the limit`;
	return `${formatShare(-left)} ${row.unit === 'per second' ? 'short of' : 'past'} the limit`;
}
