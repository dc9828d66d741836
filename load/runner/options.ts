/** The options of `payin-sandbox load`, and every problem with them. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeSchemaErrors } from '../../reports/schema-errors.ts';
import type { Slo } from '../../reports/slo.ts';
import { sloSchema } from '../../reports/slo.ts';
import { messageOf, seedProblems } from '../../scenarios/harness/errors.ts';
import type { SandboxProcess } from '../../scenarios/harness/sandbox-process.ts';
import { checkTarget } from '../../scenarios/harness/target.ts';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';
import type { Plan } from '../plan.ts';
import type { ProfileName, StoryFacts } from '../profiles.ts';
import { averagePlan, laterProfiles, profileNames, smokePlan } from '../profiles.ts';
import { flowStories, stories } from '../stories.ts';

/** As given on the command line. */
export interface LoadOptions {
	profile: string;
	/** Without a target, the run starts a sandbox. */
	target?: string | undefined;
	/** Flows started per second. */
	rate?: number | string | undefined;
	/** The measured part: `60s`, `5m`. */
	duration?: string | undefined;
	mix?: string | undefined;
	/** The file with the service levels. */
	slo?: string | undefined;
	/** The folder of the results. */
	out?: string | undefined;
	seed: number;
	permission: boolean;
	allowHosts: readonly string[];
	/** The command that repeats this run. */
	command: string;
	startSandbox?: (() => Promise<SandboxProcess>) | undefined;
}

/** Profile, target, rate, duration and mix: checked, with defaults; mix as shares that add up to 1. */
export interface LoadSettings {
	profile: ProfileName;
	target: string | undefined;
	isLoopback: boolean;
	ratePerSecond: number;
	holdMs: number;
	mix: Record<string, number>;
}

const defaults = { rate: 20, duration: '60s', mix: 'card=0.6,bank=0.4' } as const;
const longestHoldMs = 3_600_000;
/** About 2 500 calls a second. Beyond that, reading the samples would disturb the measurement. */
const highestRate = 1000;

export type Checked<T> = T | { problems: string[] };

export function checkOptions(options: LoadOptions): Checked<{ settings: LoadSettings }> {
	const problems = [...smokeProblems(options), ...seedProblems(options.seed)];
	const profile = profileNames.find((name) => name === options.profile);
	if (!profile) {
		const isPlanned = laterProfiles.some((name) => name === options.profile);
		const rule = isPlanned ? 'is not built yet' : 'is not known';
		problems.push(`--profile "${options.profile}" ${rule}. Choose ${profileNames.join(' or ')}.`);
	}
	const address =
		options.target === undefined
			? { target: undefined, isLoopback: true }
			: checkTarget(options.target, options);
	if ('problems' in address) problems.push(...address.problems);
	const ratePerSecond = parseRate(options.rate ?? defaults.rate, problems);
	const holdMs = parseHold(options.duration ?? defaults.duration, problems);
	const mix = parseMix(options.mix ?? defaults.mix, problems);
	if (problems.length > 0 || !profile || 'problems' in address) return { problems };
	return { settings: { profile, ...address, ratePerSecond, holdMs, mix } };
}

/** An option without an effect is an error. */
function smokeProblems(options: LoadOptions): string[] {
	if (options.profile !== 'smoke') return [];
	return (['rate', 'duration', 'mix'] as const)
		.filter((name) => options[name] !== undefined)
		.map(
			(name) =>
				`--${name} has no meaning for the profile smoke, which plays every story five times. Leave it out, or choose --profile average.`,
		);
}

function parseRate(rate: number | string, problems: string[]): number {
	const value = typeof rate === 'number' ? rate : Number(rate.trim() || Number.NaN);
	if (!Number.isInteger(value) || value < 1 || value > highestRate) {
		problems.push(
			`--rate must be a whole number of flows per second from 1 to ${highestRate}. Give one such as ${defaults.rate}.`,
		);
	}
	return value;
}

function parseHold(duration: string, problems: string[]): number {
	const value = parseDuration(duration);
	if (value === undefined || value < 1000 || value > longestHoldMs) {
		problems.push(
			'--duration must be a time from 1s to 1h, with its unit. Give one such as 60s or 5m.',
		);
	}
	return value ?? 0;
}

/** `card=0.6,bank=0.4` → story → share of the flows. */
function parseMix(text: string, problems: string[]): Record<string, number> {
	const storyNames: readonly string[] = stories.map(({ name }) => name);
	const weights = new Map<string, number>();
	const before = problems.length;
	for (const part of text.split(',')) {
		const [key = '', weight, ...rest] = part.split('=').map((piece) => piece.trim());
		const story = Object.entries(flowStories).find(([flow]) => flow === key)?.[1] ?? key;
		const share = weight === undefined || weight === '' ? Number.NaN : Number(weight);
		if (!storyNames.includes(story)) {
			const known = [...Object.keys(flowStories), ...storyNames].join(', ');
			problems.push(`--mix names "${key}", which is no flow. Known are ${known}.`);
		} else if (rest.length > 0 || !Number.isFinite(share) || share < 0) {
			problems.push(`--mix gives ${key} no weight of 0 or more. Write it as card=0.6,bank=0.4.`);
		} else if (weights.has(story)) {
			problems.push(`--mix names ${story} twice. Name every flow once.`);
		} else {
			weights.set(story, share);
		}
	}
	const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
	if (problems.length === before && sum === 0) {
		problems.push('--mix gives every flow the weight 0. Give one flow more.');
	}
	const shares = [...weights].filter(([, weight]) => weight > 0);
	return Object.fromEntries(shares.map(([name, weight]) => [name, weight / sum]));
}

/** Reads the file of `--slo`, or the example in the package. */
export async function readSlo(
	file: string | undefined,
	cwd: string,
): Promise<Checked<{ slo: Slo }>> {
	const path =
		file === undefined ? join(packageRoot, 'load', 'slo', 'default.json') : resolve(cwd, file);
	let content: unknown;
	try {
		content = JSON.parse(await readFile(path, 'utf8'));
	} catch (error) {
		return {
			problems: [
				`--slo ${path} cannot be read: ${messageOf(error)}. Give a JSON file such as load/slo/default.json.`,
			],
		};
	}
	const { data, error } = sloSchema.safeParse(content);
	if (data) return { slo: data };
	const reason = describeSchemaErrors(error, content);
	return {
		problems: [
			`--slo ${path} is no file of service levels: ${reason} Compare it with load/slo/default.json.`,
		],
	};
}

/** Only a sandbox has a cashier, which stories with a shopper need. */
export function planFor(settings: LoadSettings, isSandbox: boolean): Plan {
	const all: readonly StoryFacts[] = stories;
	if (settings.profile === 'average') return averagePlan({ ...settings, stories: all });
	return smokePlan(all.filter(({ needs }) => isSandbox || needs === 'calls'));
}

/** The stories of the mix that the target cannot serve. */
export function mixProblems({ profile, mix }: LoadSettings, isSandbox: boolean): string[] {
	if (isSandbox || profile === 'smoke') return [];
	return stories
		.filter(({ name, needs }) => needs === 'shopper' && (mix[name] ?? 0) > 0)
		.map(
			({ name }) =>
				`--mix names ${name}, which needs the control API of a sandbox without a token; the target has none. Name flows that end where the shopper leaves: card, bank.`,
		);
}
