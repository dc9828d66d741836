/** What tells one look of a payment's pages from another, without making them. */
import { decisionContextOf } from '../actions/decision-context.ts';
import type { Standing } from '../actions/watch-payment.ts';
import type { Settings } from '../contract/settings.ts';
import { isFinal, mayRetry } from '../domain/allowed.ts';
import { stateAt } from '../domain/timeline.ts';
import { digest } from '../runtime/chance.ts';
import { progressOf } from './progress.ts';

/** Another one whenever the pages show something else, or count the time in another way. */
export function versionOf({ payment, world, wallMs }: Standing): string {
	const context = decisionContextOf(world, payment, wallMs);
	const { attempts, challenge, choice, returnOrder } = payment;
	const shown = [
		stateAt(payment, context.now),
		isFinal(payment, context),
		mayRetry(payment, context),
		attempts.length,
		attempts.at(-1)?.fate.reason,
		challenge?.wrongCodes,
		choice,
		returnOrder,
		progressOf(payment, context, world.clock)?.isSlow,
		settingsVersion(world.settings.inForce),
		world.clock,
	];
	return digest(JSON.stringify(shown)).slice(0, 16);
}

const settingsVersions = new WeakMap<Settings, string>();

/** Worked out once: settings are replaced, never changed. */
function settingsVersion(inForce: Settings): string {
	const known = settingsVersions.get(inForce);
	if (known !== undefined) return known;
	const { cashier, return: wayBack, states } = inForce;
	const version = digest(JSON.stringify([cashier, wayBack, states]));
	settingsVersions.set(inForce, version);
	return version;
}
