/**
 * The schema of the limits file for `payin-sandbox load --limits`: the expected load, and the limits that a run must
 * keep.
 */
import { z } from 'zod';
import { declaredLoadSchema } from '../simulator/contract/load-plan.ts';

const ratio = z.number().min(0).max(1);
const limitMs = z.number().positive();
const percentiles = {
	p95Ms: limitMs.optional().meta({ description: '95 of 100 must be as fast, in milliseconds' }),
	p99Ms: limitMs.optional().meta({ description: '99 of 100 must be as fast; takes 2 000 samples' }),
};

/**
 * The limits of a step. A failure limit is always there besides the latency limits, because a call that fails at once
 * looks fast.
 */
const stepLimits = z.strictObject({
	...percentiles,
	maxFailureRatio: ratio.meta({ description: 'share of the calls that may fail' }),
});

const flowLimits = z.strictObject({
	...percentiles,
	maxFailureRatio: ratio.meta({ description: 'share of the flows that may fail' }),
	minAchievedRatio: ratio.meta({
		description: 'successful flows per second, as a share of the planned rate',
	}),
});

const stepName = z.enum([
	'payment-options',
	'payment-suboptions',
	'hybrid-payment',
	'merchant-checkout',
	'merchant-return',
]);
const profileName = z.enum(['average', 'spike', 'soak', 'breakpoint', 'idempotency']);

const maxSilentSeconds = z
	.number()
	// A second of the series has the times of its first and last answer: silences between these are not measured.
	.min(1, 'must be 1 or more: a shorter silence is not measured. Give 1, or leave it out for 2')
	.optional()
	.meta({ description: 'seconds without any answer while flows are due; 2 without it' });

const overrides = z.strictObject({
	steps: z.partialRecord(stepName, stepLimits.partial()).optional(),
	flow: flowLimits.partial().optional(),
	maxSilentSeconds,
});

export const sloSchema = z
	.strictObject({
		$schema: z.string().optional(),
		/** Version 2 added `load`, `maxSilentSeconds`, `profiles`, and percentiles of whole flows. */
		schemaVersion: z.literal([1, 2]),
		note: z.string().optional().meta({ description: 'for comments, which JSON does not have' }),
		load: declaredLoadSchema
			.strict()
			.optional()
			.meta({ description: 'flows per second that you expect: the defaults of --rate and --peak' }),
		steps: z.partialRecord(stepName, stepLimits),
		flow: flowLimits,
		maxSilentSeconds,
		profiles: z
			.partialRecord(profileName, overrides)
			.optional()
			.meta({ description: 'limits of one profile, in the place of those above' }),
	})
	.check(({ value, issues }) => {
		const contradicting = [...contradictions(value), ...contradictionsOfProfiles(value)];
		for (const problem of [...missingFailureLimits(value), ...contradicting]) {
			issues.push({ code: 'custom', ...problem, input: value });
		}
	})
	.meta({ title: 'payin-sandbox limits file' });

export type Slo = z.infer<typeof sloSchema>;
export type StepLimits = z.infer<typeof stepLimits>;

type Percentiles = Pick<StepLimits, 'p95Ms' | 'p99Ms'>;

/** Finds limits that contradict each other: no run can break one of them and keep the other. */
function contradictions({ load, steps, flow }: Pick<Slo, 'load' | 'steps' | 'flow'>) {
	const all: [PropertyKey[], Percentiles][] = [
		...Object.entries(steps).map(([name, limits]): [PropertyKey[], Percentiles] => [
			['steps', name],
			limits,
		]),
		[['flow'], flow],
	];
	const wrong = all
		.filter(([, { p95Ms = 0, p99Ms = Number.POSITIVE_INFINITY }]) => p99Ms < p95Ms)
		.map(([path]) => ({ path: [...path, 'p99Ms'], message: 'must not be below p95Ms' }));
	if (load?.average && load.peak && load.peak < load.average) {
		wrong.push({ path: ['load', 'peak'], message: 'must not be below load.average' });
	}
	return wrong;
}

/** The same check for each profile, with the limits that the profile replaces and those that it keeps. */
function contradictionsOfProfiles(slo: Slo) {
	return Object.entries(slo.profiles ?? {}).flatMap(([profile, own]) => {
		const { steps, flow } = limitsForProfile(slo, profile);
		const names = Object.keys(own?.steps ?? {});
		const replaced = Object.entries(steps).filter(([name]) => names.includes(name));
		return contradictions({
			steps: Object.fromEntries(replaced),
			flow: own?.flow ? flow : { ...flow, p95Ms: undefined },
		}).map(({ path, message }) => ({
			path: ['profiles', profile, ...path],
			message: `${message}: a profile keeps the limits that it does not replace`,
		}));
	});
}

/** Finds the steps of profiles without a failure limit, in the profile and in the common limits that it keeps. */
function missingFailureLimits({ steps: common, profiles = {} }: Slo) {
	return Object.entries(profiles).flatMap(([profile, own]) =>
		Object.entries(own?.steps ?? {})
			.filter(([name, limits]) => {
				const kept = common[stepName.parse(name)];
				return limits?.maxFailureRatio === undefined && kept === undefined;
			})
			.map(([name]) => ({
				path: ['profiles', profile, 'steps', name, 'maxFailureRatio'],
				message: `is required, because steps.${name} is not there: give it here, or add steps.${name}`,
			})),
	);
}

/** The limits for a profile: those of the profile replace the common ones. */
export function limitsForProfile({ profiles, ...common }: Slo, profile: string): Slo {
	const own = Object.entries(profiles ?? {}).find(([name]) => name === profile)?.[1];
	if (!own) return common;
	const steps = { ...common.steps };
	for (const [name, limits] of Object.entries(own.steps ?? {})) {
		const step = stepName.parse(name);
		// The schema requires a failure limit in one of them.
		steps[step] = replace({ maxFailureRatio: 0, ...steps[step] }, limits);
	}
	const { maxSilentSeconds = common.maxSilentSeconds } = own;
	const flow = replace(common.flow, own.flow ?? {});
	return { ...common, steps, flow, ...(maxSilentSeconds ? { maxSilentSeconds } : {}) };
}

/** Returns a copy of `common` with the values that `changes` defines. */
function replace<T extends object>(common: T, changes: { [K in keyof T]?: T[K] | undefined }): T {
	const given = Object.entries(changes).filter(([, value]) => value !== undefined);
	return { ...common, ...Object.fromEntries(given) };
}

/** The JSON Schema of the limits file, for editors. The build writes it into the package. */
export function limitsJsonSchema(): object {
	return z.toJSONSchema(sloSchema, { io: 'input' });
}
