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

export function isSmoke(plan: Pick<LoadPlan, 'profile'>): boolean {
	return plan.profile === 'smoke';
}

/** Compares a run with its limits. A limit without samples never passes, and a smoke run judges none. */
export function evaluateSlo(
	slo: Slo,
	steps: Readonly<Record<string, LoadStep>>,
	flows: LoadFlow,
	plan: Pick<LoadPlan, 'profile' | 'ratePerSecond'>,
): SloRow[] {
	const judged = !isSmoke(plan);
	const rows: SloRow[] = [];
	for (const [name, limits] of Object.entries(slo.steps)) {
		const step = steps[name];
		const calls = step?.count ?? 0;
		const failed = step?.failed ?? 0;
		for (const percentile of ['p95', 'p99'] as const) {
			const limit = limits[`${percentile}Ms`];
			if (limit === undefined) continue;
			const measured = calls > 0 ? (step?.[percentile] ?? null) : null;
			rows.push(ceiling(`${name} ${percentile}`, limit, measured, 'ms', calls, judged));
		}
		const failures = share(failed, calls);
		rows.push(
			ceiling(`${name} failures`, limits.maxFailureRatio, failures, 'ratio', calls, judged),
		);
	}
	const finished = flows.ok + flows.failed;
	const failures = share(flows.failed, finished);
	rows.push(
		ceiling('flow failures', slo.flow.maxFailureRatio, failures, 'ratio', finished, judged),
	);
	if (plan.ratePerSecond !== null) {
		const limit = plan.ratePerSecond * slo.flow.minAchievedRatio;
		const measured = finished > 0 ? flows.rate : null;
		rows.push({
			name: `flow rate ≥ ${formatValue(limit, 'per second')}`,
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

function ceiling(
	subject: string,
	limit: number,
	measured: number | null,
	unit: 'ms' | 'ratio',
	samples: number,
	judged: boolean,
): SloRow {
	const name = `${subject} ≤ ${formatValue(limit, unit)}`;
	const passed = samples > 0 && measured !== null && measured <= limit;
	return { name, limit, measured, unit, samples, passed, judged };
}

/** What a latency row is about, read back from its name; null for every other row. */
export function latencySubject(row: SloRow): { step: string; percentile: 'p95' | 'p99' } | null {
	const [, step, percentile] = (row.unit === 'ms' && /^(.+) (p95|p99) ≤/.exec(row.name)) || [];
	if (step === undefined || (percentile !== 'p95' && percentile !== 'p99')) return null;
	return { step, percentile };
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
