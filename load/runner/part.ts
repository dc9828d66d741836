/** `--part 2/4`: this machine plays one of several equal shares of a plan, as an execution segment of k6. */
import type { Plan } from '../plan.ts';
import { maxConcurrentVUs } from '../profiles.ts';

export interface PlanPart {
	number: number;
	of: number;
}

/** Profiles that cannot be divided: one process decides how they go on, or their flows do not follow a rate. */
const undividedProfiles: readonly string[] = ['smoke', 'breakpoint', 'idempotency', 'rehearsal'];
const maxParts = 1000;

/** The options as given on the command line. */
export interface PartOptions {
	profile: string;
	target?: string | undefined;
	merchant?: string | undefined;
	/** Which part of the plan this machine plays, such as `2/4`. */
	part?: string | undefined;
	/** The time at which all parts start, in ISO 8601. */
	startAt?: string | undefined;
	/** `host:port` of k6's API. k6 starts paused, and waits there for a call that starts the load. */
	k6Api?: string | undefined;
}

export function parsePart(options: PartOptions, problems: string[]): PlanPart | undefined {
	const { part, profile, target, merchant } = options;
	if (part === undefined) return undefined;
	const [number = Number.NaN, of = 0] = /^\d+\/\d+$/.test(part) ? part.split('/').map(Number) : [];
	if (!(number >= 1 && number <= of && of <= maxParts)) {
		problems.push(
			`--part must be the number of a part and how many there are, at most ${maxParts}. Give one such as 2/4.`,
		);
	}
	if (undividedProfiles.includes(profile)) {
		problems.push(
			`--part has no meaning for the profile ${profile}, which one machine plays. Leave it out, or choose --profile average.`,
		);
	}
	if (merchant !== undefined) {
		problems.push(
			'--part does not go with --merchant: parts would share the references of their orders, and each would count the payments of the others. Leave out --part, or --merchant.',
		);
	} else if (target === undefined) {
		problems.push(
			'--part needs a --target: without one, each part would load a sandbox of its own.',
		);
	}
	return { number, of };
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses the common start time to milliseconds since the epoch. */
export function parseStartAt({ startAt, k6Api }: PartOptions, problems: string[]) {
	if (startAt === undefined) return undefined;
	const atMs = isoTime.test(startAt) ? Date.parse(startAt) : Number.NaN;
	if (Number.isNaN(atMs)) {
		problems.push(
			'--start-at must be a time in ISO 8601 with its zone. Give one such as 2026-11-14T09:30:00Z.',
		);
	} else if (atMs <= Date.now()) {
		problems.push(`--start-at ${startAt} has passed. Give all parts a time that lies ahead.`);
	}
	if (k6Api !== undefined) {
		problems.push('--start-at and --k6-api both decide when the load starts. Give one of them.');
	}
	return atMs;
}

export function checkK6Api({ k6Api }: PartOptions, problems: string[]): string | undefined {
	if (k6Api !== undefined && !/^[\w.[\]:-]*:\d{1,5}$/.test(k6Api)) {
		problems.push('--k6-api must be an address with a port. Give one such as 0.0.0.0:6565.');
	}
	return k6Api;
}

export const partName = ({ number, of }: PlanPart) => `${number}/${of}`;

/**
 * The k6 arguments for one part. An iteration keeps its number from the whole plan, so the references of the parts are
 * disjoint.
 */
export function k6SegmentArguments({ number, of }: PlanPart): string[] {
	const bounds = Array.from({ length: of + 1 }, (_, index) => `${index}/${of}`);
	return [
		...['--execution-segment', `${bounds[number - 1]}:${bounds[number]}`],
		...['--execution-segment-sequence', bounds.join(',')],
	];
}

/**
 * Adjusts a plan so that k6 divides it into equal parts: k6 scales the rate of a part by its number of virtual users.
 */
export function dividedPlan(plan: Plan, { of }: PlanPart): Plan {
	const scenarios = plan.scenarios.map((one) => ({ ...one, vus: Math.ceil(one.vus / of) * of }));
	return {
		...plan,
		scenarios,
		parts: of,
		maxVUs: maxConcurrentVUs(scenarios.filter((one) => one.executor === 'constant-arrival-rate')),
	};
}

/** How long before the common start k6 must begin to create its virtual users, in milliseconds. */
export const createUsersLeadMs = ({ maxVUs }: Plan): number => 10_000 + 20 * maxVUs;
