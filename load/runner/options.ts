/** What the command was asked for, checked as a whole: every problem is told at once. */
import { seedProblem } from '../../scenarios/runner/seed.ts';
import { parseDuration } from '../../simulator/contract/duration-text.ts';
import type { ProfileName } from '../profiles.ts';
import { laterProfiles, profileNames } from '../profiles.ts';
import { stories } from '../stories.ts';
import { parseMix } from './mix.ts';
import type { Problem } from './problem.ts';
import { checkTarget } from './target.ts';

/** As they come from the command line. */
export interface LoadOptions {
	profile: string;
	/** Without it, a sandbox is started for the run. */
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
	startSandbox?: (() => Promise<RunningSandbox>) | undefined;
}

interface RunningSandbox {
	url: string;
	stop(): Promise<void>;
}

/** The same, understood. */
export interface LoadChoice {
	profile: ProfileName;
	target: string | undefined;
	loopback: boolean;
	ratePerSecond: number;
	holdMs: number;
	mix: Record<string, number>;
}

const defaults = { rate: 20, duration: '60s', mix: 'card=0.6,bank=0.4' } as const;
const longestHoldMs = 3_600_000;
/** Some 2 500 calls a second: beyond that, the stream of samples would cost what is to be measured. */
const highestRate = 1000;

export function checkOptions(
	options: LoadOptions,
): { choice: LoadChoice } | { problems: Problem[] } {
	const problems: Problem[] = smokeProblems(options);
	const wrongSeed = seedProblem(options.seed);
	if (wrongSeed) problems.push(wrongSeed);
	const profile = profileNames.find((name) => name === options.profile);
	if (!profile) problems.push(profileProblem(options.profile));
	const where = whereTo(options);
	if ('problems' in where) problems.push(...where.problems);
	const ratePerSecond = readRate(options.rate ?? defaults.rate, problems);
	const holdMs = readHold(options.duration ?? defaults.duration, problems);
	const names = stories.map(({ name }) => name);
	const mixed = parseMix(options.mix ?? defaults.mix, names);
	if ('problems' in mixed) problems.push(...mixed.problems);
	if (problems.length > 0 || !profile || 'problems' in where || 'problems' in mixed) {
		return { problems };
	}
	return { choice: { profile, ...where, ratePerSecond, holdMs, mix: mixed.mix } };
}

function profileProblem(name: string): Problem {
	const later = laterProfiles.some((one) => one === name);
	const rule = later ? `"${name}" is not built yet.` : `"${name}" is not known.`;
	return { field: '--profile', rule, fix: `Choose ${profileNames.join(' or ')}.` };
}

function whereTo({ target, startSandbox, permission, allowHosts }: LoadOptions) {
	if (target !== undefined) return checkTarget(target, { permission, allowHosts });
	if (startSandbox) return { target: undefined, loopback: true };
	const rule = 'is missing, and there is no sandbox to start.';
	return { problems: [{ field: '--target', rule, fix: 'Say where the load goes.' }] };
}

/** An option that would be passed over in silence is refused. */
function smokeProblems(options: LoadOptions): Problem[] {
	if (options.profile !== 'smoke') return [];
	return (['rate', 'duration', 'mix'] as const)
		.filter((name) => options[name] !== undefined)
		.map((name) => ({
			field: `--${name}`,
			rule: 'has no meaning for the profile smoke, which plays every story five times.',
			fix: 'Leave it out, or choose --profile average.',
		}));
}

function readRate(rate: number | string, problems: Problem[]): number {
	const value = typeof rate === 'number' ? rate : Number(rate.trim() || Number.NaN);
	if (!Number.isInteger(value) || value < 1 || value > highestRate) {
		const rule = `must be a whole number of flows per second from 1 to ${highestRate}.`;
		problems.push({ field: '--rate', rule, fix: `Give one such as ${defaults.rate}.` });
	}
	return value;
}

function readHold(duration: string, problems: Problem[]): number {
	const value = parseDuration(duration);
	if (value === undefined || value < 1000 || value > longestHoldMs) {
		const rule = 'must be a time from 1s to 1h, with its unit.';
		problems.push({ field: '--duration', rule, fix: 'Give one such as 60s or 5m.' });
	}
	return value ?? 0;
}
