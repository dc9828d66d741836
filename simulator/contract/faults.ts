/**
 * The schemas of fault rules: which calls break, how, and whether before or after their commit. An extension of the
 * sandbox, not part of the service.
 */
import { z } from 'zod';
import { durationSchema, latencyLawSchema, maxLatencyMs, toMs } from './duration.ts';
import { faultMatchSchema, hasNoCard, noCardRule, withoutCard } from './fault-match.ts';
import { redactedText } from './redacted.ts';

/** `before`: the call breaks before it has any effect. `after`: the call is committed, then its response breaks. */
export const faultPhases = ['before', 'after'] as const;
export type FaultPhase = (typeof faultPhases)[number];

const shortTime = durationSchema.refine(
	(duration) => toMs(duration) <= maxLatencyMs,
	'must be at most "10m"',
);
const longestHangMs = 120_000;
const status = z.int().min(400, 'must be 400 or more').max(599, 'must be at most 599');
const share = z.number().min(0, 'must be 0 or more').lt(1, 'must be below 1');
const headerText = /^[\x20-\x7e]{1,100}$/;
const plainHeader = z.string().regex(headerText, 'must be 1 to 100 printable ASCII characters');

/**
 * The error code of a fault. Its length is limited because the journal keeps it: a longer number could be a card
 * number.
 */
const errorCode = z
	.string()
	.regex(
		/^(?!(?:\D*\d){12})[a-z0-9_]{1,64}$/,
		'must be 1 to 64 of a-z, 0-9 and _, with at most 11 digits',
	);

/** The phases that each kind of fault can have. The first one is the default. */
export const phasesByKind = {
	status: ['before', 'after'],
	close: ['before', 'after'],
	reset: ['before', 'after'],
	hang: ['before', 'after'],
	delay: ['after', 'before'],
	truncate: ['after'],
	malform: ['after'],
	'content-type': ['before', 'after'],
	dribble: ['after'],
	garbage: ['after'],
} as const satisfies Readonly<Record<string, readonly FaultPhase[]>>;

export type FaultKindName = keyof typeof phasesByKind;
export const faultKinds = Object.keys(phasesByKind) as FaultKindName[];

const fault = z.discriminatedUnion(
	'kind',
	[
		z.strictObject({
			kind: z.literal('status'),
			status,
			/** The error code in the body. */
			code: errorCode.optional(),
			/** The value of the header Retry-After, rounded up to whole seconds. */
			retryAfter: shortTime.optional(),
		}),
		z.strictObject({ kind: z.literal('close') }),
		z.strictObject({ kind: z.literal('reset') }),
		z.strictObject({
			kind: z.literal('hang'),
			for: durationSchema
				.refine((duration) => toMs(duration) <= longestHangMs, 'must be at most "2m"')
				.default('2m'),
		}),
		z.strictObject({ kind: z.literal('delay'), law: latencyLawSchema }),
		z.strictObject({ kind: z.literal('truncate'), share: share.default(0.5) }),
		z.strictObject({ kind: z.literal('malform') }),
		z.strictObject({
			kind: z.literal('content-type'),
			value: plainHeader.default('text/html'),
			/** The status of the response. Default: 502 in the phase `before`, the original status in `after`. */
			status: z.int().min(200, 'must be 200 or more').max(599, 'must be at most 599').optional(),
			body: z.string().max(10_000, 'must be at most 10000 characters').optional(),
		}),
		z.strictObject({
			kind: z.literal('dribble'),
			chunks: z.int().min(2, 'must be 2 or more').max(1_000, 'must be at most 1000').default(5),
			over: shortTime.default('1s'),
		}),
		z.strictObject({ kind: z.literal('garbage') }),
	],
	{
		error: ({ code }) =>
			code === 'invalid_union' ? `must be one of ${faultKinds.join(', ')}` : undefined,
	},
);

export type Fault = z.output<typeof fault>;
export type FaultOf<K extends FaultKindName> = Extract<Fault, { kind: K }>;

const ruleId = withoutCard(
	z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be 1 to 64 letters, digits or hyphens'),
);

const ruleShape = {
	id: ruleId.optional(),
	title: withoutCard(z.string().max(200, 'must be at most 200 characters')).optional(),
	enabled: z.boolean().default(true),
	match: faultMatchSchema.default({}),
	phase: z.enum(faultPhases).optional(),
	fault,
	/** The probability that the rule breaks a matching call: 0 never, 1 always. */
	probability: z.number().min(0, 'must be 0 or more').max(1, 'must be at most 1').default(1),
	/** How many matching calls pass before the rule breaks one. */
	skip: z.int().min(0, 'must be 0 or more').max(1e9, 'must be at most 1000000000').default(0),
	/** The number of calls that the rule breaks at most. */
	times: z
		.int()
		.min(1, 'must be 1 or more')
		.max(1e9, 'must be at most 1000000000')
		.nullable()
		.default(null),
	/** The time after the rule was written in which it works, in business time. */
	window: z
		.strictObject({ after: durationSchema.default(0), for: durationSchema })
		.nullable()
		.default(null),
	/** How long after it was written the rule is disabled, in wall time. */
	ttl: durationSchema.nullable().default(null),
};

/** A rule as clients send it. `seen` and `hits` are ignored, so that a rule can be sent back as it was read. */
export const faultRuleInputSchema = z
	.strictObject({ ...ruleShape, seen: z.unknown().optional(), hits: z.unknown().optional() })
	.check(({ value: { fault, phase }, issues }) => {
		const phases: readonly FaultPhase[] = phasesByKind[fault.kind];
		if (phase !== undefined && !phases.includes(phase)) {
			const message = `must be ${phases.join(' or ')} for ${fault.kind}`;
			issues.push({ code: 'custom', message, input: phase, path: ['phase'] });
		}
		if (fault.kind !== 'content-type') return;
		// The header X-Sandbox-Fault accepts card numbers in these texts: its fault is not stored.
		for (const name of ['value', 'body'] as const) {
			if (hasNoCard(fault[name] ?? '')) continue;
			issues.push({
				code: 'custom',
				message: noCardRule,
				input: redactedText,
				path: ['fault', name],
			});
		}
	})
	.transform(({ seen: _, hits: __, ...rule }) => {
		return { ...rule, phase: rule.phase ?? phasesByKind[rule.fault.kind][0] };
	});

/** The most rules of a workspace. Every call is compared with each of them. */
export const maxFaultRules = 100;

/** The setting `faults`. A rule without an id gets the first free id of f-1, f-2 and so on. */
export const faultRulesSchema = z
	.array(faultRuleInputSchema)
	.max(maxFaultRules, `must have at most ${maxFaultRules} rules`)
	.refine((rules) => {
		const ids = rules.flatMap(({ id }) => id ?? []);
		return new Set(ids).size === ids.length;
	}, 'must have rules with different ids')
	.transform((rules) => {
		const taken = new Set(rules.flatMap(({ id }) => id ?? []));
		let next = 1;
		return rules.map((rule): FaultRule => {
			if (rule.id !== undefined) return { ...rule, id: rule.id };
			while (taken.has(`f-${next}`)) next += 1;
			taken.add(`f-${next}`);
			return { ...rule, id: `f-${next}` };
		});
	});

export type FaultRuleInput = z.input<typeof faultRuleInputSchema>;
export type FaultRule = z.output<typeof faultRuleInputSchema> & { id: string };

export const presetNames = [
	'brownout',
	'flaky-network',
	'bank-down',
	'lost-answers',
	'rate-limited',
	'proxy-error-page',
	'slow-start',
] as const;
export type PresetName = (typeof presetNames)[number];

const preset = z.enum(presetNames, `must be one of ${presetNames.join(', ')}`);
export const presetUseSchema = z.strictObject({ preset });

/** A rule as clients read it. */
export const faultRuleViewSchema = z.object({
	...ruleShape,
	id: ruleId,
	/** Whether the rule works. False also after its `ttl`. */
	enabled: z.boolean(),
	phase: z.enum(faultPhases),
	/**
	 * `seen`: matching calls that tried the rule. `hits`: calls that it broke. Both count in this process, since the rule
	 * was written.
	 */
	seen: z.int(),
	hits: z.int(),
});

export const faultListSchema = z.object({
	rules: z.array(faultRuleViewSchema),
	presets: z.array(
		z.object({
			name: z.enum(presetNames),
			/** The failure that the preset imitates. */
			title: z.string(),
			/** The rules of the preset, each as `POST` accepts it. */
			rules: z.array(z.record(z.string(), z.unknown())),
		}),
	),
});

/** The response to adding rules or a preset. */
export const faultRulesAddedSchema = z.object({ rules: z.array(faultRuleViewSchema) });
export const faultsRemovedSchema = z.object({ removed: z.int() });

export type FaultRuleView = z.output<typeof faultRuleViewSchema>;
export type FaultList = z.output<typeof faultListSchema>;
export interface FaultPreset {
	name: PresetName;
	title: string;
	rules: readonly FaultRuleInput[];
}

/** A fault that broke a call, as the journal stores it. */
export const faultHitSchema = z.object({
	/** The id of the rule; `header` if the header X-Sandbox-Fault asked for the fault. */
	id: z.string(),
	kind: z.enum(faultKinds),
	phase: z.enum(faultPhases),
});

/** The fields about faults in a record of a call. */
export const callFaultShape = {
	/** The fault that broke the call; the last one if there were two. */
	fault: faultHitSchema.nullable(),
	/** Both faults, if one broke the call before its commit and one after it. */
	faults: z.array(faultHitSchema).optional(),
};

export type FaultHit = z.output<typeof faultHitSchema>;

/** Whether the client receives the response unchanged, only later. */
export function keepsAnswer({ kind }: FaultHit): boolean {
	return kind === 'delay' || kind === 'dribble';
}

/** Whether the fault broke the call before its commit, so that it had no effect. */
export function preventsCall({ kind, phase }: FaultHit): boolean {
	return phase === 'before' && kind !== 'delay';
}

/** The faults after which it is right that the client leaves. */
const cuttingFaults: readonly FaultKindName[] = ['close', 'reset', 'hang', 'truncate', 'garbage'];

/** Whether the client has no complete answer to wait for. */
export function leavesNoAnswer({ kind }: FaultHit): boolean {
	return cuttingFaults.includes(kind);
}

/** Whether the client does not receive the result of a call with this fault. */
export function losesAnswer(hit: FaultHit): boolean {
	// In the phase `before`, an error status is the true result: the call had no effect.
	return !keepsAnswer(hit) && (hit.kind !== 'status' || hit.phase === 'after');
}

/** The fault for one call, from its header `X-Sandbox-Fault`. */
export const headerFaultSchema = fault;
