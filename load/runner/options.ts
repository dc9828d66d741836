/** Checks the options of `payin-sandbox load` and collects all problems. */
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sloSchema } from '../../reports/limits-file.ts';
import { readTextFile } from '../../reports/read.ts';
import { describeSchemaErrors } from '../../reports/schema-errors.ts';
import type { Slo } from '../../reports/slo.ts';
import { messageOf, seedProblems } from '../../scenarios/harness/errors.ts';
import type { SandboxProcess } from '../../scenarios/harness/sandbox-process.ts';
import { checkTarget } from '../../scenarios/harness/target.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { readJsonText } from '../../simulator/settings/json-text.ts';
import { addBrowserShoppers } from '../browser-plan.ts';
import { merchantStoryName, shopFlowFacts, shopFlowNames } from '../merchant-orders.ts';
import { repeatPlan, soakPlan, spikePlan, stepPlan } from '../open-plans.ts';
import type { Plan } from '../plan.ts';
import type { ProfileName, StoryFacts } from '../profiles.ts';
import { averagePlan, profileNames, smokePlan } from '../profiles.ts';
import { flowStories, stories } from '../stories.ts';
import type { ShopperKind } from './merchant-shop.ts';
import { shopperKinds } from './merchant-shop.ts';
import type { PartOptions, PlanPart } from './part.ts';
import { checkK6Api, dividedPlan, parsePart, parseStartAt } from './part.ts';
import type { ProfileOptions, ProfileSettings } from './profile-options.ts';
import { readProfileOptions, unusedOptionProblems } from './profile-options.ts';

/** The options as given on the command line. Without `target`, the run starts a sandbox. */
export interface LoadOptions extends ProfileOptions, PartOptions {
	/** The path of the limits file. */
	limits?: string | undefined;
	/** The former name of `limits`. */
	slo?: string | undefined;
	/** The path of the file that describes the shop to load. */
	merchant?: string | undefined;
	/** How shoppers of a shop continue after the redirect to the cashier: none, http or browser. */
	shopper?: string | undefined;
	/** The folder for the results. */
	out?: string | undefined;
	/** Whether to write `series.csv` too. */
	csv?: boolean | undefined;
	seed: number;
	permission: boolean;
	allowHosts: readonly string[];
	/** The command that repeats this run. */
	command: string;
	startSandbox?: (() => Promise<SandboxProcess>) | undefined;
}

/** The checked options with defaults. The mix is in shares that add up to 1. */
export interface LoadSettings extends ProfileSettings {
	profile: ProfileName;
	target: string | undefined;
	isLoopback: boolean;
	mix: Record<string, number>;
	connections: Connections;
	part: PlanPart | undefined;
	startAtMs: number | undefined;
	k6Api: string | undefined;
	/** Set only when the load goes to a shop. */
	shopper?: ShopperKind;
}

const connectionNames = ['per-user', 'new'] as const;
type Connections = (typeof connectionNames)[number];

const defaultMix = 'card=0.6,bank=0.4';

export type CheckedOptions<T> = T | { problems: string[] };

/** Checks all options. `declared` is the expected load from the limits file. */
export function checkOptions(
	options: LoadOptions,
	declared: NonNullable<Slo['load']> = {},
): CheckedOptions<{ settings: LoadSettings }> {
	const profile = profileNames.find((name) => name === options.profile);
	const problems = profile ? unusedOptionProblems(options, profile) : [];
	problems.push(...seedProblems(options.seed));
	if (!profile) {
		problems.push(
			`--profile "${options.profile}" is not known. Choose ${profileNames.slice(0, -1).join(', ')} or ${profileNames.at(-1)}.`,
		);
	}
	if (options.limits !== undefined && options.slo !== undefined) {
		problems.push('--slo is another name of --limits. Give one of them.');
	}
	const address =
		options.target === undefined
			? { target: undefined, isLoopback: true }
			: checkTarget(options.target, options);
	if ('problems' in address) problems.push(...address.problems);
	const part = parsePart(options, problems);
	const { of = 1 } = part ?? {};
	const settings = readProfileOptions(options, profile ?? 'average', declared, problems, of);
	const shopper = parseShopper(options, problems);
	const names = options.merchant === undefined ? storyMix : shopMix;
	const mix = parseMix(options.mix ?? defaultMix, problems, names);
	const startAtMs = parseStartAt(options, problems);
	const k6Api = checkK6Api(options, problems);
	const connections = connectionNames.find((name) => name === (options.connections ?? 'per-user'));
	if (!connections) {
		problems.push(
			`--connections "${options.connections}" is not known. Choose ${connectionNames.join(' or ')}.`,
		);
	}
	if (problems.length > 0 || !connections || !profile || 'problems' in address) return { problems };
	const all = { profile, ...address, ...settings, mix, connections, part, startAtMs, k6Api };
	return { settings: shopper ? { ...all, shopper } : all };
}

/** Returns how shoppers continue after the redirect; undefined without a shop. */
function parseShopper(options: LoadOptions, problems: string[]): ShopperKind | undefined {
	const { merchant, shopper = merchant === undefined ? undefined : 'http' } = options;
	const known = shopperKinds.find((name) => name === shopper);
	if (shopper !== undefined && !known) {
		problems.push(`--shopper "${shopper}" is not known. Choose ${shopperKinds.join(', ')}.`);
	} else if (shopper !== undefined && merchant === undefined) {
		problems.push(
			'--shopper goes with --merchant. Without a shop, name stories with a shopper in --mix, such as card/approved=1.',
		);
	} else if (known === 'none' && options.profile === 'rehearsal') {
		problems.push(
			'--shopper none does not go with a rehearsal, because no order would be paid. Choose http or browser.',
		);
	}
	return merchant === undefined ? undefined : known;
}

interface MixNames {
	stories: readonly string[];
	short: Readonly<Record<string, string>>;
}

const storyMix: MixNames = { stories: stories.map(({ name }) => name), short: flowStories };
const shopMix: MixNames = {
	stories: [],
	short: Object.fromEntries(shopFlowNames.map((flow) => [flow, merchantStoryName(flow)])),
};

/** Parses `card=0.6,bank=0.4` to the share of flows for each story. */
function parseMix(text: string, problems: string[], names: MixNames): Record<string, number> {
	const { stories: storyNames, short } = names;
	const known = [...Object.keys(short), ...storyNames];
	const weights = new Map<string, number>();
	const before = problems.length;
	for (const part of text.split(',')) {
		const [key = '', weight, ...rest] = part.split('=').map((piece) => piece.trim());
		const story = Object.hasOwn(short, key) ? (short[key] ?? key) : key;
		const share = weight === undefined || weight === '' ? Number.NaN : Number(weight);
		if (!known.includes(key)) {
			problems.push(`--mix names "${key}", which is no flow. Known are ${known.join(', ')}.`);
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

/** Reads the file of `--limits`, or the example in the package. */
export async function readLimits(
	{ limits, slo }: Pick<LoadOptions, 'limits' | 'slo'>,
	cwd: string,
): Promise<CheckedOptions<{ slo: Slo; isExample: boolean }>> {
	const file = limits ?? slo;
	const flag = limits === undefined && slo !== undefined ? '--slo' : '--limits';
	const examplePath = join(packageRoot, 'load/limits/default.json');
	const example = relative(cwd, examplePath);
	const path = file === undefined ? examplePath : resolve(cwd, file);
	const refuse = (rule: string) => ({
		problems: [`${flag} ${path} ${rule}. Give a JSON file such as ${example}.`],
	});
	let text: string;
	try {
		text = readTextFile(path);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : null;
		if (code === 'ENOENT') return refuse('does not exist');
		return refuse(code === 'EISDIR' ? 'is a folder' : `cannot be read: ${messageOf(error)}`);
	}
	const read = readJsonText(text);
	if (!read.ok) return refuse(read.rule);
	const { value: content } = read;
	const { data, error } = sloSchema.safeParse(content);
	const exampleContent: unknown = JSON.parse(readTextFile(examplePath));
	if (data) return { slo: data, isExample: hasSameLimits(content, exampleContent) };
	const reason = describeSchemaErrors(error, content, exampleContent);
	return {
		problems: [`${flag} ${path} is no limits file: ${reason} Compare it with ${example}.`],
	};
}

/** Whether two limits files have the same content. A copy may name its schema by another path. */
function hasSameLimits(content: unknown, other: unknown): boolean {
	const withoutSchema = (file: unknown) => ({ ...Object(file), $schema: undefined });
	return isDeepStrictEqual(withoutSchema(content), withoutSchema(other));
}

/**
 * The plan of a profile. For a breakpoint run, it is the plan of the first step. Stories with a shopper need a cashier,
 * which only a sandbox has.
 */
export function planFor(settings: LoadSettings, isSandbox: boolean): Plan {
	const { shopper, mix, part } = settings;
	const all: readonly StoryFacts[] =
		shopper === undefined
			? stories
			: shopFlowFacts(shopper !== 'none').filter(({ name }) => (mix[name] ?? 0) > 0);
	// The plan of the profile idempotency has connections of its own: its calls always open new ones.
	const plan = { connections: settings.connections, ...profilePlan(settings, all, isSandbox) };
	if (part) return dividedPlan(plan, part);
	if (shopper === undefined) return plan;
	return { ...(shopper === 'browser' ? addBrowserShoppers(plan) : plan), shopper };
}

function profilePlan(settings: LoadSettings, all: readonly StoryFacts[], isSandbox: boolean): Plan {
	const paced = { ...settings, stories: all };
	const { rates, stepMs } = settings.breakpoint;
	switch (settings.profile) {
		case 'smoke':
			return smokePlan(all.filter(({ needs }) => isSandbox || needs === 'calls'));
		case 'spike':
			return spikePlan(paced, settings.spike);
		case 'soak':
			return soakPlan(paced);
		case 'breakpoint':
			return stepPlan({ ...paced, ratePerSecond: rates[0] ?? 1, holdMs: stepMs });
		case 'idempotency':
			// With a shop, the run repeats no calls itself. The sandbox loses answers, and the shop decides what it sends
			// again.
			return settings.shopper === undefined
				? repeatPlan(settings, settings.repeat)
				: { ...averagePlan(paced), profile: 'idempotency', judgesLatency: false };
		default:
			return averagePlan(paced);
	}
}

/** Describes the stories of the mix that the target cannot serve. */
export function unservedMixProblems({ profile, mix }: LoadSettings, isSandbox: boolean): string[] {
	if (isSandbox || profile === 'smoke' || profile === 'idempotency') return [];
	return stories
		.filter(({ name, needs }) => needs === 'shopper' && (mix[name] ?? 0) > 0)
		.map(
			({ name }) =>
				`--mix names ${name}, which needs the control API of a sandbox without a token; the target has none. Name flows that end where the shopper leaves: card, bank.`,
		);
}
