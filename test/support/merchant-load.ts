/** Runs load on the example merchants, with real k6. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { expect } from 'vitest';
import { runLoad } from '../../load/run.ts';
import type { LoadOptions } from '../../load/runner/options.ts';
import type { Bug } from '../../scenarios/example-merchant/bugs.ts';
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { loadReportSchema } from '../../simulator/contract/run-report.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { builtShopCommand } from '../merchants/built-shop.ts';
import { temporaryFolder } from './command.ts';
import { findBuiltK6 } from './k6.ts';

export const k6 = await findBuiltK6();

const folderOf = (name: string) => join(packageRoot, 'scenarios/example-merchant', name);

const shops = {
	TypeScript: { folder: folderOf('.'), command: builtShopCommand },
	Python: { folder: folderOf('python'), command: ['python3', join(folderOf('python'), 'shop.py')] },
} as const;
export type Shop = keyof typeof shops;

/** No answer of the network takes time, so that the run ends sooner. */
export const instant = { processing: { default: 'none' } };

/** The answer of every fourth payment-options is lost after the payment was created. */
export const lostAnswers = {
	...instant,
	faults: [
		{
			match: { endpoint: 'paymentOptions' },
			...{ phase: 'after', fault: { kind: 'close' }, probability: 0.25 },
		},
	],
};

/** The merchant file of an example, with what it says about load. */
export function fileOf(shop: Shop, load: object): string {
	const { folder, command } = shops[shop];
	const content = parse(readFileSync(join(folder, 'merchant.jsonc'), 'utf8'));
	const path = join(temporaryFolder(), 'merchant.jsonc');
	writeFileSync(path, JSON.stringify({ ...content, command, load }));
	return path;
}

export const limits = (checkout: object = {}) => ({
	schemaVersion: 1,
	steps: { 'merchant-checkout': { maxFailureRatio: 0.6, ...checkout } },
	flow: { maxFailureRatio: 0.6, minAchievedRatio: 0.2 },
});

interface Given extends Partial<LoadOptions> {
	merchant: string;
	bugs?: Bug;
	levels?: object;
	env?: NodeJS.ProcessEnv;
	/** Interrupts the run when it writes this. */
	stopAt?: string;
}

export async function load({ bugs, levels = limits(), env = {}, stopAt, ...options }: Given) {
	const stop = new AbortController();
	const cwd = temporaryFolder();
	writeFileSync(join(cwd, 'limits.json'), JSON.stringify(levels));
	const written = { out: [] as string[], err: [] as string[] };
	const report = await runLoad(
		{
			...{ profile: 'average', rate: 5, duration: '3s', slo: 'limits.json', seed: 3 },
			...{ permission: false, allowHosts: [], command: 'payin-sandbox load', ...options },
		},
		{
			out: (text) => void written.out.push(text),
			err(text) {
				written.err.push(text);
				if (stopAt !== undefined && text.includes(stopAt)) stop.abort();
			},
			env: { ...process.env, K6_BIN: k6 ?? '', ...(bugs ? { SHOP_BUGS: bugs } : {}), ...env },
			...{ isTerminal: false, cwd, signal: stop.signal },
		},
	);
	expect(loadReportSchema.parse(report)).toEqual(report);
	return { report, out: written.out.join(''), err: written.err.join('') };
}

export const idsOf = ({ reasons }: LoadReport, severity = 'no-go') =>
	reasons.filter((reason) => reason.severity === severity).map(({ id }) => id);

/**
 * What speaks against the shop. A busy machine may starve the generator, which says nothing about the shop. Short runs
 * have no limits for response times.
 */
export const problemsOf = ({ reasons }: LoadReport) =>
	reasons.filter(
		({ id, severity, group }) =>
			severity !== 'note' && group !== 'generator' && id !== 'no-time-limit',
	);

export const explained = ({ report, err, out }: Awaited<ReturnType<typeof load>>) =>
	`${err}\n${out}\n${JSON.stringify(report.merchant)}`;
