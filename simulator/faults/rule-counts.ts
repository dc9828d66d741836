/** How often the rules of each workspace were tried and fired, in this process. */
import type { FaultRule } from '../contract/faults.ts';
import { createLruCache } from '../runtime/lru-cache.ts';

export interface RuleCount {
	/** Identifies the write of the rule: writing it again starts its counts anew. */
	readonly write: string;
	/** Matching calls that tried the rule. */
	seen: number;
	/** Calls that it broke. */
	hits: number;
}

export interface RuleCounts {
	of(secret: string, rule: FaultRule, write: string, rules: readonly FaultRule[]): RuleCount;
	/** The number of earlier matching calls with this key. Counts the call. */
	nextOrdinal(secret: string, rule: FaultRule, write: string, key: string): number;
}

/** The most workspaces and keys whose counts are kept. Beyond it, the least recently used begin again at 0. */
const mostWorkspaces = 1_000;
const mostKeys = 20_000;

export function createRuleCounts(): RuleCounts {
	const workspaces = createLruCache<Map<string, RuleCount>>(mostWorkspaces);
	const ordinals = createLruCache<number>(mostKeys);
	return {
		of(secret, { id }, write, rules) {
			let counts = workspaces.get(secret);
			if (!counts) {
				counts = new Map();
				workspaces.put(secret, counts);
			}
			const known = counts.get(id);
			if (known?.write === write) return known;
			for (const old of counts.keys()) {
				if (!rules.some((rule) => rule.id === old)) counts.delete(old);
			}
			const count: RuleCount = { write, seen: 0, hits: 0 };
			counts.set(id, count);
			return count;
		},
		nextOrdinal(secret, { id }, write, key) {
			const name = `${secret} ${id} ${write} ${key}`;
			const ordinal = ordinals.get(name) ?? 0;
			ordinals.put(name, ordinal + 1);
			return ordinal;
		},
	};
}
