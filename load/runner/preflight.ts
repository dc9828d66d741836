/** Before any load: is the target there, and is it a sandbox? */
import { ask, jsonOf } from '../../scenarios/runner/ask.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';

export type Found =
	| { reachable: true; sandbox: boolean; version?: string }
	| { reachable: false; why: string };

const patienceMs = 5000;

/** One harmless GET. A host that answers anything at all is there; only a sandbox says its name. */
export async function lookAt(target: string, signal: AbortSignal): Promise<Found> {
	try {
		const bounds = { timeoutMs: patienceMs, signal };
		const answer = await ask(`${target}${controlPaths.health}`, {}, bounds);
		const health = jsonOf(answer)?.body;
		if (!answer.ok || !isSandbox(health)) return { reachable: true, sandbox: false };
		return { reachable: true, sandbox: true, version: String(health.version) };
	} catch (error) {
		return { reachable: false, why: error instanceof Error ? error.message : String(error) };
	}
}

function isSandbox(health: unknown): health is { version: unknown } {
	return (
		typeof health === 'object' &&
		health !== null &&
		'name' in health &&
		health.name === 'payin-sandbox' &&
		'version' in health
	);
}
