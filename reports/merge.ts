/** Merges the reports of the parts of a run (`load --part`): figures add up, and the limits are judged again. */
import type { LoadReason, LoadReport } from '../simulator/contract/run-report.ts';
import { formatDuration, largestKnown, pluralize } from './figures.ts';
import { judgeProfileSpans } from './judge-spans.ts';
import { failureKindsNote } from './load-failures.ts';
import { mergeFigures, mergeGenerators } from './merge-figures.ts';
import { createMergedSpanReader } from './merge-seconds.ts';
import type { Slo } from './slo.ts';
import type { MeasuredLoad, MeasurementDoubt } from './verdict-rules.ts';

/** The report of a part, and the folder it was read from. */
export interface PartReport extends LoadReport {
	parts: NonNullable<LoadReport['parts']>;
}

export interface PartsToMerge {
	/** The reports of the parts, in their order; at least one. All have the same plan, seed and target. */
	parts: readonly PartReport[];
	limits: Slo;
	/** The folders without a readable report, with the reasons. */
	unreadable: readonly string[];
}

export function mergeParts({ parts, limits, unreadable }: PartsToMerge): LoadReport {
	const [first] = parts;
	if (first === undefined) throw new Error('There is no part to merge.');
	const measured = parts.filter(({ verdict }) => verdict !== 'ERROR');
	const { planned } = first.parts;
	const found = measured.flatMap((part) => part.parts.found);
	const starts = measured.flatMap(({ parts: { firstFlowAt } }) => firstFlowAt ?? []).sort();
	const { plan, target, seed, subject } = first;
	const figures = mergeFigures(measured, plan);
	const started = parts.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt;
	const ended = parts.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs);
	const merged = {
		...figures,
		plan,
		generator: mergeGenerators(measured.map(({ generator }) => generator)),
		parts: { found, planned, firstFlowAt: starts[0] ?? null, each: parts.map(describePart) },
	};
	const load: MeasuredLoad = {
		...merged,
		limits,
		readSpan: createMergedSpanReader(measured.map(({ series }) => series)),
		iterationExceptions: 0,
		summaryMissing: false,
		interrupted: false,
		doubts: doubtsAboutParts({ parts, measured, planned, starts, unreadable }),
		runnerReasons: [
			...failureKindsNote(figures.failures),
			...measured.flatMap(keptReasons),
			...exampleLimits(measured),
		],
	};
	return {
		schemaVersion: 2,
		kind: 'load',
		...(subject ? { subject } : {}),
		startedAt: started,
		target,
		seed,
		durationMs: (largestKnown(ended) ?? 0) - Date.parse(started),
		// The commands of the parts repeat the run; merging the same reports again would not.
		command: parts.map((part) => part.command).join('\n'),
		environment: { ...first.environment, parts: pluralize(found.length, 'load generator') },
		assumptions: [...new Set(parts.flatMap(({ assumptions }) => assumptions))].sort(),
		...merged,
		...judgeParts(load, measured),
		limits,
		notTested: [
			...new Set(measured.flatMap(({ notTested = [] }) => notTested)),
			'Whether flows of two parts received the same session or transaction: ids are compared within a part.',
		],
	};
}

/** Judges the merged figures according to the profile, like one run. */
function judgeParts(load: MeasuredLoad, parts: readonly PartReport[]) {
	// All parts watched the same target, so the resources of one are enough.
	const resources = parts.find((part) => part.resources !== undefined)?.resources ?? [];
	return judgeProfileSpans(load, resources);
}

const describePart = ({ parts, verdict, flows, generator }: PartReport) => ({
	...{ name: parts.found.join(), verdict, flows: flows.started },
	canaryP95Ms: generator.canary?.p95Ms ?? null,
});

/** Parts that started further apart than this, in milliseconds, did not run together. */
const maxApartMs = 2000;

interface PartsFound {
	parts: readonly PartReport[];
	measured: readonly PartReport[];
	planned: number;
	/** The start time of the first flow of each part, in order. */
	starts: readonly string[];
	unreadable: readonly string[];
}

function doubtsAboutParts(found: PartsFound): MeasurementDoubt[] {
	const { parts, measured, planned, starts, unreadable } = found;
	const doubts: MeasurementDoubt[] = [];
	const add = (
		id: string,
		text: string,
		evidence: string[] = [],
		explains: MeasurementDoubt['explains'] = 'good',
	) => doubts.push({ id, group: 'run', explains, text, evidence });
	if (measured.length < planned) {
		const names = measured.flatMap((part) => part.parts.found);
		const missing = Array.from({ length: planned }, (_, index) => `${index + 1}/${planned}`).filter(
			(name) => !names.includes(name),
		);
		const failed = parts.filter(({ verdict }) => verdict === 'ERROR');
		const reasons = failed.flatMap((part) =>
			part.reasons
				.filter(({ severity }) => severity === 'error')
				.map(({ text }) => `${nameOf(part)}: ${text}`),
		);
		const text = `${pluralize(missing.length, 'part')} of ${planned} ${missing.length === 1 ? 'is' : 'are'} missing: ${missing.join(', ')}.`;
		add('missing-part', text, [...reasons, ...unreadable]);
	}
	const stopped = measured.filter(({ reasons }) => reasons.some(({ id }) => id === 'interrupted'));
	if (stopped.length > 0) {
		const text = `${pluralize(stopped.length, 'part')} of ${planned} stopped early.`;
		add('interrupted', text, [], 'early-end');
	}
	const apartMs = Date.parse(starts.at(-1) ?? '') - Date.parse(starts[0] ?? '');
	if (apartMs > maxApartMs) {
		const text = `The parts did not run together: the last one started ${formatDuration(apartMs)} after the first. Give all of them one --start-at.`;
		add('not-together', text);
	}
	return doubts;
}

const nameOf = ({ parts }: PartReport) => `part ${parts.found.join(', ')}`;

/**
 * The reasons that only a part itself can find: about its script, its k6, the sessions of its flows, and an early stop.
 */
const onlyInPart: readonly string[] = [
	...[
		'wrong-session',
		'sessions-sampled',
		'two-payments',
		'collapse',
		'exception',
		'k6-log',
		'report',
	],
];

function keptReasons(part: PartReport): LoadReason[] {
	return part.reasons
		.filter(({ id }) => onlyInPart.includes(id))
		.map((reason) => ({ ...reason, text: `${nameOf(part)}: ${reason.text}` }));
}

/** The note about example limits, once: all parts use the same limits. */
const exampleLimits = (parts: readonly PartReport[]): LoadReason[] =>
	parts.flatMap(({ reasons }) => reasons.filter(({ id }) => id === 'example-limits')).slice(0, 1);
