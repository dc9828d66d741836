/** Counts how often the fault rules of each workspace were tried and broke calls, in this process. */
import type { FaultRule } from '../contract/faults.ts';
import { mostWorkspaces } from '../contract/settings.ts';
import { digest } from '../runtime/chance.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';

export interface RuleCount {
	/** Identifies when the rule was written. Writing it again resets its counts. */
	readonly writeId: string;
	/** The number of matching calls that tried the rule. */
	seen: number;
	/** The number of calls that the rule broke. */
	hits: number;
}

export interface RuleCounts {
	of(record: WorkspaceRecord, rule: FaultRule): RuleCount;
	/** Counts the call. Returns the number of earlier matching calls with this key. */
	nextOrdinal(record: WorkspaceRecord, rule: FaultRule, key: string): number;
}

/** The most keys with counts. Beyond it, as beyond the most workspaces, the least recently used ones start again at 0. */
const maxKeys = 100_000;

export function createRuleCounts(): RuleCounts {
	const workspaces = createLruCache<Map<string, RuleCount>>(mostWorkspaces);
	const ordinals = createLruCache<number>(maxKeys);
	return {
		of(record, { id }) {
			const { secret } = record;
			const writeId = writeIdOf(record, id);
			let counts = workspaces.get(secret);
			if (!counts) {
				counts = new Map();
				workspaces.put(secret, counts);
			}
			const known = counts.get(id);
			if (known?.writeId === writeId) return known;
			for (const old of counts.keys()) {
				if (!record.settings.inForce.faults.some((rule) => rule.id === old)) counts.delete(old);
			}
			const count: RuleCount = { writeId, seen: 0, hits: 0 };
			counts.set(id, count);
			return count;
		},
		nextOrdinal(record, { id }, key) {
			// Store a digest: a client chooses the key, which may be long, contain a card number, or keep the whole request
			// in memory.
			const name = digest(`${record.secret} ${id} ${writeIdOf(record, id)} ${key}`);
			const ordinal = ordinals.get(name) ?? 0;
			ordinals.put(name, ordinal + 1);
			return ordinal;
		},
	};
}

/** The id of the latest write of a rule; empty for a rule whose write is not noted. */
export function writeIdOf({ faultWrites }: WorkspaceRecord, ruleId: string): string {
	return faultWrites[ruleId]?.id ?? '';
}
