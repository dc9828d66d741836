/** Sandboxes with fault rules, and the statuses that their calls get. */
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import type { SandboxOptions } from '../../simulator/sandbox.ts';
import { options } from './calls.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './sandbox.ts';

export const failing = { kind: 'status', status: 503 } as const;
export const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

export async function withRules(rules: FaultRuleInput[], started: SandboxOptions = {}) {
	const sandbox = await startSandbox(started);
	for (const rule of rules) await sandbox.faults.add(rule);
	return sandbox;
}

/** The statuses of payment-options calls, one after another. */
export async function statuses(sandbox: Sandbox, count: number): Promise<number[]> {
	const found: number[] = [];
	for (let call = 0; call < count; call += 1) found.push(await statusOf(options(sandbox)));
	return found;
}
