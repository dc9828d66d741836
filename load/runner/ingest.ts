/** k6's stream of samples (`--out json`, a line each) → the tally. */
import { serviceSteps } from '../plan.ts';
import type { SecondTally, Tally } from './tally.ts';
import { entry, newSecond, newStep, noFlows } from './tally.ts';

interface Sample {
	atMs: number;
	value: number;
	tags: Readonly<Record<string, string | undefined>>;
	measured: boolean;
	tally: Tally;
	second: SecondTally;
}

const readers: Record<string, (sample: Sample) => void> = {
	http_req_duration: call,
	payin_outcome: outcome,
	payin_injected: (sample) => addPart(sample, 'injected'),
	payin_own: (sample) => addPart(sample, 'own'),
	payin_flow_started: flowStarted,
	payin_flow_ok: flowFinished,
	payin_start_lag({ measured, tally, value }) {
		if (measured) tally.startLag.add(value);
	},
	payin_assumption({ tally, tags }) {
		if (tags.assumption) tally.assumptions.add(tags.assumption);
	},
	dropped_iterations({ measured, tally, second, value }) {
		second.dropped += value;
		if (measured) tally.dropped += value;
	},
};

/** What a shopper does at the cashier is no step of the service: it is counted among the outcomes only. */
function stepOf({ tags }: Sample): string | undefined {
	return serviceSteps.find((step) => step === tags.step);
}

function call(sample: Sample) {
	const step = stepOf(sample);
	if (step === undefined || sample.tags.expected_response !== 'true') return;
	secondStep(sample, step).latency.add(sample.value);
	if (sample.measured) entry(sample.tally.steps, step, newStep).latency.add(sample.value);
}

function secondStep({ second }: Sample, step: string) {
	return entry(second.steps, step, newStep);
}

function outcome(sample: Sample) {
	const { tally, tags, value, measured } = sample;
	const name = tags.outcome ?? 'unknown';
	if (measured) tally.outcomes.set(name, (tally.outcomes.get(name) ?? 0) + value);
	const step = stepOf(sample);
	if (step === undefined) return;
	const counts = [secondStep(sample, step)];
	if (measured) counts.push(entry(tally.steps, step, newStep));
	for (const one of counts) {
		one.count += value;
		if (name !== 'accepted') one.failed += value;
	}
}

function addPart(sample: Sample, part: 'injected' | 'own') {
	const step = stepOf(sample);
	if (step !== undefined && sample.measured) {
		entry(sample.tally.steps, step, newStep)[part].add(sample.value);
	}
}

const flowCounts = ({ tally, tags, measured }: Sample) =>
	measured
		? [tally.everything, tally.flows, entry(tally.flowsByStory, tags.story ?? '?', noFlows)]
		: [tally.everything];

function flowStarted(sample: Sample) {
	for (const count of flowCounts(sample)) count.started += sample.value;
}

function flowFinished(sample: Sample) {
	const ok = sample.value === 1;
	for (const count of flowCounts(sample)) count[ok ? 'ok' : 'failed'] += 1;
	sample.second[ok ? 'flowsOk' : 'flowsFailed'] += 1;
	if (!sample.measured) return;
	sample.tally.firstMs = Math.min(sample.tally.firstMs ?? sample.atMs, sample.atMs);
	sample.tally.lastMs = Math.max(sample.tally.lastMs ?? sample.atMs, sample.atMs);
}

const start = '{"metric":"';

/** Takes one line. Most of them are of metrics nobody asks for, and are told by their beginning, unparsed. */
export function createIngest(tally: Tally): (line: string) => void {
	let beginMs: number | undefined;
	return (line) => {
		if (!line.startsWith(start)) return;
		const read = readers[line.slice(start.length, line.indexOf('"', start.length))];
		if (!read) return;
		const point = parsePoint(line);
		if (!point) {
			tally.unreadable += 1;
			return;
		}
		beginMs ??= point.atMs;
		const number = Math.max(0, Math.floor((point.atMs - beginMs) / 1000));
		const measured = (point.tags.phase ?? point.tags.scenario) === 'hold';
		read({ ...point, measured, tally, second: entry(tally.seconds, number, newSecond) });
	};
}

function parsePoint(line: string): Pick<Sample, 'atMs' | 'value' | 'tags'> | undefined {
	try {
		const { data } = JSON.parse(line);
		const atMs = Date.parse(data.time);
		if (Number.isNaN(atMs) || typeof data.value !== 'number') return undefined;
		return { atMs, value: data.value, tags: data.tags ?? {} };
	} catch {
		// Counted by the caller: a run with unreadable samples is not trusted.
		return undefined;
	}
}
