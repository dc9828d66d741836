/** What the target did: everything that breaks here is a NO-GO. */
import type { LoadReason, SloRow } from '../../simulator/contract/run-report.ts';
import { formatCount, formatValue, plural } from '../figures.ts';
import { pastLimit } from '../slo.ts';
import { collapsed } from './collapse.ts';
import type { MeasuredLoad } from './measured.ts';
import { reason } from './measured.ts';

export function serviceRules(measured: MeasuredLoad): LoadReason[] {
	const reasons = failedByScript(measured);
	if (!measured.plan.judgesLatency) return [...reasons, ...contract(measured)];
	const collapse = collapsed(measured);
	if (collapse !== null) reasons.push(collapse);
	if (measured.flows.started > 0 && measured.flows.ok === 0) {
		const detail = `None of ${plural(measured.flows.started, 'flow')} succeeded.`;
		reasons.push(reason('no-go', 'flows', detail));
	}
	return [...reasons, ...limits(measured.slo)];
}

function failedByScript({ generator }: MeasuredLoad): LoadReason[] {
	const detail = 'The load script declared the run failed (k6 exit code 110).';
	return generator.k6ExitCode === 110 ? [reason('no-go', 'script', detail)] : [];
}

/** A smoke run asks one thing: does every flow work, with answers that keep the contract? */
function contract({ flows, steps }: MeasuredLoad): LoadReason[] {
	const reasons: LoadReason[] = [];
	if (flows.failed > 0) {
		const detail = `${formatCount(flows.failed)} of ${plural(flows.started, 'flow')} failed; a smoke run allows none.`;
		reasons.push(reason('no-go', 'flows', detail));
	}
	for (const [name, step] of Object.entries(steps)) {
		if (step.failed === 0) continue;
		const detail = `${formatCount(step.failed)} of ${plural(step.count, 'call')} to ${name} failed or broke the contract; a smoke run allows none.`;
		reasons.push(reason('no-go', 'contract', detail));
	}
	return reasons;
}

function limits(slo: readonly SloRow[]): LoadReason[] {
	return slo
		.filter((row) => row.judged && !row.passed && row.measured !== null)
		.map((row) => reason('no-go', 'slo', broken(row)));
}

function broken(row: SloRow): string {
	const measured = formatValue(row.measured, row.unit);
	const of = row.unit === 'ratio' ? 'of' : 'over';
	const what = row.step === null ? 'flow' : 'call';
	const past = pastLimit(row);
	return `“${row.name}” is broken: ${measured} ${of} ${plural(row.samples, what)}${past && `, ${past}`}.`;
}
