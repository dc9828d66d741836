/** Before any load: is the target there, and is it a sandbox? */
import { fetchFailure } from '../../scenarios/runner/fetch-failure.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';

export type Found =
	| { reachable: true; sandbox: boolean; version?: string }
	| { reachable: false; why: string };

const patienceMs = 5000;

/** One harmless GET. A host that answers anything at all is there; only a sandbox says its name. */
export async function lookAt(target: string, signal: AbortSignal): Promise<Found> {
	const both = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
	try {
		const answer = await fetch(`${target}${controlPaths.health}`, {
			signal: both,
			redirect: 'manual',
		});
		const health: unknown = await answer.json().catch(() => undefined);
		if (!answer.ok || !isSandbox(health)) return { reachable: true, sandbox: false };
		return { reachable: true, sandbox: true, version: String(health.version) };
	} catch (error) {
		return { reachable: false, why: fetchFailure(error, patienceMs) };
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
