/** What a target offers beyond the three calls. */
import { z } from 'zod';
import { healthSchema } from '../../simulator/contract/control.ts';
import { problemSchema } from '../../simulator/contract/problem.ts';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { isRedirect, notJsonWords, redirectWords } from '../answer-words.ts';
import type { AnyStory } from '../scenario.ts';
import type { Answer } from './ask.ts';
import { ask, callLimitMs, jsonOf } from './ask.ts';

export interface Target {
	url: string;
	/** Sent to the control API, which wants one wherever it does not listen on loopback. */
	controlToken: string | undefined;
	/** Null for any other host; `locked` when the control API wants another token. */
	sandbox: { version: string; clock: string } | 'locked' | null;
	/** What came in the place of a sandbox's health, where there is something to tell. */
	instead?: string | undefined;
}

export const tokenVariable = 'PAYIN_SANDBOX_CONTROL_TOKEN';

/** Fails when nothing answers to the end; a real host that knows no `/_sandbox` is a target like any other. */
export async function inspectTarget(
	url: string,
	controlToken: string | undefined,
	signal: AbortSignal,
	timeoutMs = callLimitMs,
): Promise<Target> {
	const base = url.replace(/\/+$/, '');
	const look = (path: string, headers: Record<string, string> = {}) =>
		ask(`${base}${path}`, { headers }, { timeoutMs, signal }).catch((error: Error) => {
			const reason = `GET ${path}: ${error.message}`;
			throw new Error(`The target ${url} cannot be reached: ${reason}`, { cause: error });
		});

	const first = await look(controlPaths.health);
	const open = readHealth(first);
	if (open) return { url, controlToken, sandbox: open };
	// A health probe is answered without a token, but only barely: what else is asked for tells the two apart.
	const refusal = refused.safeParse(jsonOf(await look(controlPaths.clock))?.body);
	if (!refusal.success) return { url, controlToken, sandbox: null, instead: insteadOf(first) };
	// The token goes out only now, to what has asked for it as a sandbox does.
	const authorization = { Authorization: `Bearer ${controlToken}` };
	const health = controlToken && readHealth(await look(controlPaths.health, authorization));
	return { url, controlToken, sandbox: health || 'locked' };
}

const refused = z.object({ code: problemSchema.shape.code.extract(['token_required']) });
const known = healthSchema
	.pick({ name: true, version: true, clock: true })
	.transform(({ version, clock }) => ({ version, clock: clock.mode }));

function readHealth(answer: Answer) {
	return answer.ok ? known.safeParse(jsonOf(answer)?.body).data : undefined;
}

/** What a host that is no sandbox said, where that may surprise whoever took it for one. */
function insteadOf(answer: Answer): string | undefined {
	const { status, ok, headers, text } = answer;
	if (isRedirect(status)) return redirectWords(status, headers.get('location'));
	if (!ok || jsonOf(answer)) return undefined;
	return notJsonWords(headers.get('content-type'), text === '');
}

const reasons: Record<Exclude<AnyStory['needs'], 'calls'>, string> = {
	shopper: 'needs the cashier of a sandbox',
	control: "needs a sandbox's clock and network",
};

/** Why a story cannot be replayed there; undefined when it can. */
export function lacking(target: Target, { needs }: AnyStory): string | undefined {
	if (needs === 'calls') return undefined;
	const { url, sandbox, instead } = target;
	if (!sandbox) {
		const came = instead ? `: ${instead}` : '';
		return `${reasons[needs]}, and ${url} answers no ${controlPaths.health}${came}`;
	}
	if (sandbox !== 'locked') return undefined;
	return `${reasons[needs]}, and the control API of ${url} wants its token in ${tokenVariable}`;
}
