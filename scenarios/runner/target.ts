/** What a target offers beyond the three calls. */
import { z } from 'zod';
import { healthSchema } from '../../simulator/contract/control.ts';
import { problemSchema } from '../../simulator/contract/problem.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { AnyStory } from '../scenario.ts';
import { fetchFailure } from './fetch-failure.ts';

export interface Target {
	url: string;
	/** Sent to the control API, which wants one wherever it does not listen on loopback. */
	controlToken: string | undefined;
	/** Null for any other host; `locked` when the control API wants another token. */
	sandbox: { version: string; clock: string } | 'locked' | null;
}

export const tokenVariable = 'PAYIN_SANDBOX_CONTROL_TOKEN';

const timeoutMs = 10_000;

/** Fails when nothing answers at all; a real host that knows no `/_sandbox` is a target like any other. */
export async function inspectTarget(
	url: string,
	controlToken: string | undefined,
	signal: AbortSignal,
): Promise<Target> {
	const base = url.replace(/\/+$/, '');
	const ask = (path: string, headers: Record<string, string> = {}) =>
		fetch(`${base}${path}`, {
			headers,
			redirect: 'manual',
			signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
		})
			// A body that is no JSON is a host of its own kind, and no reason to stop.
			.then(
				async (answer): Promise<Answer> => ({
					ok: answer.ok,
					body: await answer.json().catch(() => null),
				}),
			)
			.catch((error: unknown) => {
				const reason = fetchFailure(error, timeoutMs);
				throw new Error(`The target ${url} cannot be reached: ${reason}`, { cause: error });
			});

	const open = readHealth(await ask(controlPaths.health));
	if (open) return { url, controlToken, sandbox: open };
	// A health probe is answered without a token, but only barely: what else is asked for tells the two apart.
	const refusal = refused.safeParse((await ask(controlPaths.clock)).body);
	if (!refusal.success) return { url, controlToken, sandbox: null };
	// The token goes out only now, to what has asked for it as a sandbox does.
	const authorization = { Authorization: `Bearer ${controlToken}` };
	const health = controlToken && readHealth(await ask(controlPaths.health, authorization));
	return { url, controlToken, sandbox: health || 'locked' };
}

const refused = z.object({ code: problemSchema.shape.code.extract(['token_required']) });
const known = healthSchema
	.pick({ name: true, version: true, clock: true })
	.transform(({ version, clock }) => ({ version, clock: clock.mode }));

interface Answer {
	ok: boolean;
	body: unknown;
}

function readHealth({ ok, body }: Answer) {
	return ok ? known.safeParse(body).data : undefined;
}

const reasons: Record<Exclude<AnyStory['needs'], 'calls'>, string> = {
	shopper: 'needs the cashier of a sandbox',
	control: "needs a sandbox's clock and network",
};

/** Why a story cannot be replayed there; undefined when it can. */
export function lacking(target: Target, { needs }: AnyStory): string | undefined {
	if (needs === 'calls') return undefined;
	const { url, sandbox } = target;
	if (!sandbox) return `${reasons[needs]}, and ${url} answers no ${controlPaths.health}`;
	if (sandbox !== 'locked') return undefined;
	return `${reasons[needs]}, and the control API of ${url} wants its token in ${tokenVariable}`;
}
