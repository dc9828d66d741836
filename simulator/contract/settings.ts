/** All settings of a workspace, as `/_sandbox/settings` returns and accepts them. */
import { z } from 'zod';
import { durationLawSchema, durationSchema, latencyLawSchema } from './duration.ts';
import { faultRulesSchema } from './faults.ts';
import { headerName } from './gaps/http.ts';
import { gapIds, gapSettings } from './gaps/ledger.ts';
import { journalModes } from './journal.ts';
import { outcomePattern } from './outcome-list.ts';
import { isSecretHeader, redactedText } from './redacted.ts';
import { serviceCalls } from './routes.ts';
import type { SettingTable } from './setting.ts';
import { mapBesideKeywords, setting, settingDefaultsOf, settingsSchemaOf } from './setting.ts';
import type { Outcome } from './test-values.ts';
import { outcomes } from './test-values.ts';

const outcomeRule = `must be one of ${outcomes.join(', ')}, or weights such as {"APPROVE": 0.9, "DECLINE": 0.1}`;
const keyword = z.string().regex(new RegExp(outcomePattern), outcomeRule);
const weight = z.number().nonnegative('must be 0 or more').max(1e9, 'must be at most 1000000000');

const inUpperCase = (word: string) => word.toUpperCase() as Outcome;
const namesOnce = (words: readonly string[]) =>
	new Set(words.map(inUpperCase)).size === words.length;

/** The greatest `limits.maxWorkspaces`. */
export const mostWorkspaces = 100_000;

export type DefaultOutcome = Outcome | Partial<Record<Outcome, number>>;

/** A narrower type than the schema's, so that TypeScript finds a wrong keyword. */
type SentOutcome = Outcome | Lowercase<Outcome>;

/**
 * An outcome keyword in any letter case, or weights for a draw in each attempt: `{ "APPROVE": 0.9, "DECLINE": 0.1 }`.
 */
const defaultOutcomeSchema = z
	.union(
		[
			keyword,
			z
				.record(keyword, weight)
				.refine(
					(weights) => Object.values(weights).some((each) => each > 0),
					'must give at least one outcome a weight above 0',
				)
				.refine((weights) => namesOnce(Object.keys(weights)), 'must name each outcome once'),
		],
		outcomeRule,
	)
	.transform((sent): DefaultOutcome => {
		if (typeof sent === 'string') return inUpperCase(sent);
		return Object.fromEntries(
			Object.entries(sent).map(([word, each]) => [inUpperCase(word), each]),
		);
	}) as z.ZodType<
	DefaultOutcome,
	DefaultOutcome | SentOutcome | { [Word in SentOutcome]?: number }
>;

/**
 * A plain string, because the contract cannot import the catalog. `simulator/settings/configure.ts` checks the names,
 * and `simulator/control/reference/schemas.ts` lists them in the API reference.
 */
export const optionNameSchema = z.string();
export const bankIdSchema = z.string();

const latency = latencyLawSchema;
const law = durationLawSchema;

/** The highest value of the setting `capacity.queue`: calls that may wait. */
export const maxQueueLength = 10_000;

const capacity = z.strictObject({
	servers: z.int().min(1, 'must be 1 or more').max(1_000, 'must be at most 1000'),
	service: latencyLawSchema,
	queue: z
		.int()
		.min(0, 'must be 0 or more')
		.max(maxQueueLength, `must be at most ${maxQueueLength}`)
		.nullable()
		.default(null),
	endpoints: z
		.array(z.enum(serviceCalls))
		.min(1, 'must name at least one call')
		.default([...serviceCalls]),
});

/** The settings that belong to no gap: time, randomness and limits of the sandbox itself. */
const ownSettings = {
	'latency.default': setting(latency, 'none', 'how long every response is held back'),
	'latency.paymentOptions': setting(latency.optional(), undefined, 'the same, for payment-options'),
	'latency.paymentSuboptions': setting(
		latency.optional(),
		undefined,
		'the same, for payment-suboptions',
	),
	'latency.hybridPayment': setting(latency.optional(), undefined, 'the same, for hybrid-payment'),
	'latency.cashier': setting(latency.optional(), undefined, 'the same, for the cashier pages'),
	capacity: setting(
		capacity.nullable(),
		null,
		'the servers that calls queue for: {"servers": 4, "service": a law, "queue": the most calls that wait, or null, "endpoints": the calls}; replaced whole',
	),
	'processing.default': setting(
		law.optional(),
		'none',
		'how long the network takes to confirm; not set in the profiles `realistic` and `degraded`, where each payment method has its own time',
	),
	'processing.card': setting(law.optional(), undefined, 'the same, for cards'),
	'processing.bank': setting(law.optional(), undefined, 'the same, for banks'),
	'processing.options': setting(
		z.record(optionNameSchema, law),
		{},
		'the same, by the name of the payment option',
	),
	'processing.banks': setting(z.record(bankIdSchema, law), {}, 'the same, by the id of the bank'),
	defaultOutcome: setting(
		defaultOutcomeSchema,
		'APPROVE',
		'outcome of a payment without an outcome trigger: a keyword, or weights',
	),
	'outcomes.amountEndings': setting(
		z.enum(['off', 'on']),
		'off',
		'whether the last two digits of an amount, in minor units by amount.decimals, select the outcome',
	),
	'ids.source': setting(
		z.enum(['random', 'seeded']),
		'random',
		'seeded derives transaction and session ids from the seed',
	),
	'limits.maxPayments': setting(
		z.int().positive('must be 1 or more').max(10_000_000, 'must be at most 10000000'),
		250_000,
		'maximum payments of the whole server. In the memory store, a payment takes about 1.3 kB of heap after the three calls, and 2.2 kB when it is paid and returned; long texts take more. An idempotency key also keeps a whole payment-options response. The default is lower in a process whose heap is smaller than 2 GB, and if the settings at the start name `idempotency.header` and make that response long (`catalog.extraData`, `drift.extraOptions`): the start says so. Set a lower value if most payments have texts of more than 1,500 characters, long texts in other letters than Latin, several keys or more than three attempts (`cashier.maxAttempts`), or if you change these settings later. A lower value takes effect step by step: creations that come at the same time evict together about 500 payments more than they add. Set it, as all limits of the whole server, in the workspace `default`',
	),
	'limits.maxWorkspaces': setting(
		z.int().positive('must be 1 or more').max(mostWorkspaces, `must be at most ${mostWorkspaces}`),
		1_000,
		'maximum workspaces of the whole server',
	),
	'limits.journalEntries': setting(
		z.int().positive('must be 1 or more').max(1_000_000, 'must be at most 1000000'),
		10_000,
		'maximum calls in the journal of the whole server',
	),
	'limits.journalBytes': setting(
		z.int().min(1_000, 'must be 1000 or more').max(1_000_000_000, 'must be at most 1000000000'),
		16_000_000,
		'maximum memory of these calls, in bytes',
	),
	'limits.eventStreams': setting(
		z.int().min(0, 'must be 0 or more').max(10_000, 'must be at most 10000'),
		1_000,
		'maximum open event streams of status pages, for each process',
	),
	'limits.eventStreamsPerSession': setting(
		z.int().min(0, 'must be 0 or more').max(100, 'must be at most 100'),
		10,
		'the same, for one session',
	),
	'limits.eventReaders': setting(
		z.int().min(0, 'must be 0 or more').max(1_000, 'must be at most 1000'),
		100,
		'maximum open streams of `/_sandbox/events`, for each process',
	),
	'journal.mode': setting(
		z.enum(journalModes),
		'full',
		'full keeps calls, counters only counts them, off does neither',
	),
	'journal.headers': setting(
		z
			.array(
				headerName.refine(
					(name) => !isSecretHeader(name),
					'must not be a header that carries a secret: the journal never keeps its value',
				),
			)
			.max(20, 'must name at most 20 headers'),
		[],
		'request headers whose values the journal keeps, unless they have more than 500 characters',
	),
	faults: setting(
		faultRulesSchema,
		[],
		'rules that break calls on purpose; a list, replaced as a whole',
	),
	'workspaces.ttl': setting(
		durationSchema,
		'1h',
		'idle time (wall time) after which a workspace is removed, once all its payments are final',
	),
};

const confirmation = z.strictObject({
	confirmed: z.iso.date('must be a date such as 2026-11-01'),
	by: z.string().max(100, 'must be at most 100 characters').optional(),
});

export const settingTable = {
	...ownSettings,
	...gapSettings,
	gaps: setting(
		z.partialRecord(z.enum(gapIds), confirmation),
		{},
		'gaps that you have confirmed with the provider: {"D-17": {"confirmed": "2026-11-01", "by": "…"}}',
	),
};

/** The paths of the secret settings, such as `auth.keys`. */
export const secretSettings = Object.entries(settingTable as SettingTable).flatMap(
	([path, { isSecret }]) => (isSecret ? [path] : []),
);

const isSameHeader = (one: string, other: string | null) =>
	one.toLowerCase() === other?.toLowerCase();

/** The schema of all settings, with the rules that connect two of them. */
export const settingsSchema = settingsSchemaOf(settingTable).check(
	({ value: { auth, cashier, faults }, issues }) => {
		const { languages, fallback } = cashier;
		if (languages.length > 0 && !languages.includes(fallback)) {
			const path = ['cashier', 'fallback'];
			issues.push({ code: 'invalid_value', values: languages, input: fallback, path });
		}
		if (auth.mode === 'basic' && !auth.keys.every((key) => key.includes(':'))) {
			const message = 'must all be user:password, as auth.mode is "basic"';
			issues.push({ code: 'custom', message, input: redactedText, path: ['auth', 'keys'] });
		}
		for (const [index, { match }] of faults.entries()) {
			const name = Object.keys(match.header ?? {}).find((each) => isSameHeader(each, auth.header));
			if (name === undefined) continue;
			const message =
				'must not be auth.header, whose value is a secret, because rules are shown: match another header or the reference';
			const path = ['faults', index, 'match', 'header', name];
			issues.push({ code: 'custom', message, input: redactedText, path });
		}
	},
);

/** The body of `PUT` in the API reference: any part of the settings, where `null` restores a default. */
export const settingsPatchSchema = partOf(settingsSchema);

function partOf(schema: z.ZodType): z.ZodType {
	if (schema instanceof z.ZodOptional) return partOf(schema.unwrap() as z.ZodType);
	if (schema instanceof z.ZodRecord) {
		const { keyType, valueType } = schema;
		return z.partialRecord(keyType as z.ZodString, (valueType as z.ZodType).nullable());
	}
	const map = mapBesideKeywords(schema);
	if (map && schema instanceof z.ZodUnion) {
		const options = schema.options as z.ZodType[];
		return z.union(options.map((option) => (option === map ? partOf(map) : option)));
	}
	if (!(schema instanceof z.ZodObject)) return schema;
	const fields = Object.entries(schema.shape as z.ZodRawShape);
	return z.strictObject(
		Object.fromEntries(
			fields.map(([name, field]) => [
				name,
				partOf(field as z.ZodType)
					.nullable()
					.optional(),
			]),
		),
	);
}

export type Settings = z.infer<typeof settingsSchema>;

/** Some of the settings, as clients send them. `null` restores the default of a setting or of a whole group. */
export type SomeSettings = Some<z.input<typeof settingsSchema>>;
type Some<T> = T extends readonly unknown[]
	? T
	: T extends object
		? { readonly [Key in keyof T]?: Some<T[Key]> | null }
		: T;

/** The defaults of all settings, without a profile. */
export const defaultSettings: Settings = settingDefaultsOf(settingTable);
