/** The options that only some load profiles have: their syntax, their defaults, and the profiles that use them. */
import type { Slo } from '../../reports/slo.ts';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import type { SpikeSettings } from '../open-plans.ts';
import { flowsPerMinute, repeatKinds } from '../open-plans.ts';
import type { RepeatKind } from '../plan.ts';
import type { ProfileName } from '../profiles.ts';

/** The options as given on the command line. */
export interface ProfileOptions {
	/** Flows started per second, such as `20`, or per minute, such as `300/m`. */
	rate?: number | string | undefined;
	/** The length of the measured part, such as `60s`, `5m` or `2h`. */
	duration?: string | undefined;
	mix?: string | undefined;
	/** `per-user`: each virtual user keeps its connection. `new`: each flow opens a new one. */
	connections?: string | undefined;
	/** The rate of the peak: like `rate`, or a multiple of it, such as `5x`. */
	peak?: string | undefined;
	peakDuration?: string | undefined;
	recover?: string | undefined;
	from?: string | undefined;
	to?: string | undefined;
	steps?: number | string | undefined;
	stepDuration?: string | undefined;
	/** How close the search comes to the capacity, such as `5%`. */
	refine?: string | undefined;
	/** The kinds of repeats, such as `later,parallel,lost,changed`. */
	repeat?: string | undefined;
}

export interface BreakpointSettings {
	/** The rates to measure in flows per second, from the lowest to the highest. */
	rates: readonly number[];
	stepMs: number;
	/**
	 * The search ends when the highest kept and the lowest broken rate differ by at most this share. Null: no search
	 * between the rates.
	 */
	refine: number | null;
}

export interface ProfileSettings {
	ratePerSecond: number;
	holdMs: number;
	spike: SpikeSettings;
	breakpoint: BreakpointSettings;
	repeat: readonly RepeatKind[];
}

type Declared = NonNullable<Slo['load']>;
type OptionName = keyof ProfileOptions;
type WithShop = ProfileOptions & { merchant?: string | undefined };

const rated = ['average', 'spike', 'soak', 'breakpoint', 'idempotency', 'rehearsal'] as const;
const spiked = ['spike', 'rehearsal'] as const;
const stepped = ['breakpoint', 'rehearsal'] as const;

/** The profiles that use each option. An error message recommends the first one. */
const profilesWith: Record<OptionName, readonly ProfileName[]> = {
	rate: rated,
	duration: rated.filter((name) => name !== 'breakpoint'),
	mix: rated.filter((name) => name !== 'idempotency'),
	connections: [...rated.filter((name) => name !== 'idempotency'), 'smoke'],
	peak: spiked,
	peakDuration: spiked,
	recover: spiked,
	from: stepped,
	to: stepped,
	steps: stepped,
	stepDuration: stepped,
	refine: stepped,
	repeat: ['idempotency', 'rehearsal'],
};

/**
 * The same for the load of a shop. The shop itself decides which calls to repeat, every profile with a rate has a mix of
 * orders, and shoppers keep their connections in every profile.
 */
const profilesOfShop: Partial<Record<OptionName, readonly ProfileName[]>> = {
	mix: rated,
	connections: [...rated, 'smoke'],
	repeat: [],
};

const profilesFor = (name: OptionName, { merchant }: WithShop) =>
	(merchant === undefined ? undefined : profilesOfShop[name]) ?? profilesWith[name];

const optionNames = Object.keys(profilesWith) as OptionName[];

const reasons: Partial<Record<ProfileName, string>> = {
	smoke: ', which plays every story five times',
	breakpoint: ', whose steps last --step-duration',
	idempotency: ', which repeats payment-options alone',
};

/** Converts an option's name to its flag: `startAt` becomes `--start-at`. */
export const flagName = (name: string) =>
	`--${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;

/** Describes each option that the profile does not use: an option without effect is an error. */
export function unusedOptionProblems(options: WithShop, profile: ProfileName): string[] {
	return optionNames
		.filter((name) => options[name] !== undefined)
		.filter((name) => !profilesFor(name, options).includes(profile))
		.map((name) => {
			const [other] = profilesFor(name, options);
			if (other === undefined) {
				return `${flagName(name)} has no meaning with --merchant: the shop decides itself what it sends again. Leave it out.`;
			}
			const why =
				profile === 'smoke' || name === 'duration' || name === 'mix'
					? (reasons[profile] ?? '')
					: '';
			return `${flagName(name)} has no meaning for the profile ${profile}${why}. Leave it out, or choose --profile ${other}.`;
		});
}

/** Removes the options that the profile does not use. A rehearsal passes the same options to all its runs. */
export function withoutUnusedOptions<T extends WithShop>(options: T, profile: ProfileName): T {
	const names = optionNames.filter((name) => !profilesFor(name, options).includes(profile));
	return { ...options, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

/** The defaults of profile options. `from`, `to` and `peak` are multiples of the rate. */
const defaults = {
	...{ rate: 20, from: 0.5, to: 4, steps: 8, stepDuration: '20s' },
	...{ peak: 5, peakDuration: '60s', recover: '30s', repeat: repeatKinds.join(',') },
} as const;
const defaultDurations: Partial<Record<ProfileName, string>> = { soak: '2h', idempotency: '30s' };
const usualDuration = '60s';

/**
 * The highest rate of one load generator: about 2,500 calls a second. Above that, reading the samples would disturb the
 * measurement.
 */
const highestOfMachine = 1000;
const hourMs = 3_600_000;
const longestHours = 12;
const maxSteps = 50;

/**
 * Reads the settings of the profile, and adds every mistake to `problems`. `machines` is the number of load generators
 * that share the rate.
 */
export function readProfileOptions(
	options: ProfileOptions,
	profile: ProfileName,
	declared: Declared,
	problems: string[],
	machines = 1,
): ProfileSettings {
	const highestRate = highestOfMachine * machines;
	const usualRate = declared.average ?? defaults.rate;
	const ratePerSecond = readRate(options.rate, { fallback: usualRate, highestRate }, problems);
	const relative = (name: 'from' | 'to' | 'peak', fallback: number) =>
		readRelative(`--${name}`, options[name], { ratePerSecond, fallback, highestRate }, problems);
	const time = (name: 'peakDuration' | 'recover' | 'stepDuration') =>
		readTime(flagName(name), options[name] ?? defaults[name], 1, problems);
	const duration = options.duration ?? defaultDurations[profile] ?? usualDuration;
	const from = relative('from', defaults.from * ratePerSecond);
	// Search beyond the peak that the team declares, to show the reserve.
	const highest = Math.max(defaults.to * ratePerSecond, 1.5 * (declared.peak ?? 0));
	const to = relative('to', Math.min(highest, highestRate));
	const count = readSteps(options.steps ?? defaults.steps, problems);
	if (from >= to) {
		problems.push('--from must be a lower rate than --to. Give, for example, --from 0.5x --to 4x.');
	}
	const peak = relative('peak', declared.peak ?? defaults.peak * ratePerSecond);
	if (peak <= ratePerSecond && profilesWith.peak.includes(profile)) {
		problems.push(peakProblem(options, declared));
	}
	return {
		ratePerSecond,
		holdMs: readTime('--duration', duration, longestHours, problems),
		spike: {
			peakRatePerSecond: peak,
			peakMs: time('peakDuration'),
			recoverMs: time('recover'),
		},
		breakpoint: {
			rates: stepRates(from, to, count),
			stepMs: time('stepDuration'),
			refine: readRefine(options.refine, problems),
		},
		repeat: readRepeat(options.repeat ?? defaults.repeat, problems),
	};
}

/** Names the peak and the rate by where the user gave them: as an option, or in the limits file. */
function peakProblem({ peak, rate }: ProfileOptions, declared: Declared): string {
	const isDeclared = peak === undefined && declared.peak !== undefined;
	const usualRate =
		declared.average === undefined
			? `the default of --rate, ${defaults.rate} flows per second`
			: 'load.average';
	const [peakName, rateName] = [
		isDeclared ? 'load.peak of the limits file' : '--peak',
		rate === undefined ? usualRate : '--rate',
	];
	const fix = isDeclared ? 'Raise load.peak, or give' : 'Give';
	return `${peakName} must be above ${rateName}. ${fix}, for example, --peak 5x.`;
}

/** The rates of the steps, from the lowest to the highest, at equal distances. */
function stepRates(from: number, to: number, count: number): number[] {
	const rates = Array.from({ length: count }, (_, step) =>
		flowsPerMinute(from + (step * (to - from)) / (count - 1)),
	);
	return [...new Set(rates)];
}

const rateText = /^(\d+)(?:\/([sm]))?$/;
const multipleText = /^(\d+(?:\.\d+)?)x$/;

/** Parses a rate in flows per second; undefined if the text is not a rate. */
function parseRate(text: string, highestRate: number): number | undefined {
	const [, number, unit] = rateText.exec(text.trim()) ?? [];
	if (number === undefined) return undefined;
	const value = unit === 'm' ? flowsPerMinute(Number(number) / 60) : Number(number);
	return Number(number) >= 1 && value <= highestRate ? value : undefined;
}

function readRate(
	given: ProfileOptions['rate'],
	{ fallback, highestRate }: { fallback: number; highestRate: number },
	problems: string[],
): number {
	const value =
		given === undefined ? flowsPerMinute(fallback) : parseRate(String(given), highestRate);
	if (value !== undefined && value <= highestRate) return value;
	problems.push(
		`--rate must be a whole number of flows per second from 1 to ${highestRate}, or per minute. Give one such as ${defaults.rate} or 300/m.`,
	);
	return defaults.rate;
}

function readRelative(
	flag: string,
	given: string | undefined,
	{
		ratePerSecond,
		fallback,
		highestRate,
	}: { ratePerSecond: number; fallback: number; highestRate: number },
	problems: string[],
): number {
	const usual = flowsPerMinute(Math.min(fallback, highestRate));
	if (given === undefined) return usual;
	const [, factor] = multipleText.exec(given.trim()) ?? [];
	const value =
		factor === undefined ? parseRate(given, highestRate) : Number(factor) * ratePerSecond;
	if (value !== undefined && value > 0 && value <= highestRate) return flowsPerMinute(value);
	problems.push(
		`${flag} must be a rate of at most ${highestRate} flows per second, or a multiple of --rate. Give one such as 60 or 2x.`,
	);
	return usual;
}

function readTime(flag: string, text: string, hours: number, problems: string[]): number {
	const value = parseDuration(text);
	if (value === undefined || value < 1000 || value > hours * hourMs) {
		problems.push(
			`${flag} must be a time from 1s to ${hours}h, with its unit. Give one such as 60s or 5m.`,
		);
	}
	return value ?? 1000;
}

function readSteps(given: number | string, problems: string[]): number {
	const count = Number(given);
	if (Number.isInteger(count) && count >= 2 && count <= maxSteps) return count;
	problems.push(`--steps must be a whole number from 2 to ${maxSteps}. Give one such as 8.`);
	return 2;
}

function readRefine(given: string | undefined, problems: string[]): number | null {
	if (given === undefined) return null;
	const [, number] = /^(\d+(?:\.\d+)?)%$/.exec(given.trim()) ?? [];
	const share = Number(number) / 100;
	if (share >= 0.01 && share <= 0.5) return share;
	problems.push('--refine must be a share from 1% to 50%. Give one such as 5%.');
	return null;
}

function readRepeat(text: string, problems: string[]): RepeatKind[] {
	const names = [...new Set(text.split(',').map((name) => name.trim()))];
	const kinds = repeatKinds.filter((kind) => names.includes(kind));
	if (kinds.length !== names.length) {
		problems.push(
			`--repeat names something else than ${repeatKinds.join(', ')}. Give one or more of them, such as later,lost.`,
		);
	}
	return kinds;
}
