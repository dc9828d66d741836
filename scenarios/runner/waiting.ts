/** Waits for a state: by moving a manual clock, or by asking and waiting on one that moves by itself. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentState, PaymentView } from '../../simulator/contract/control.ts';
import { formatMilliseconds } from './durations.ts';
import type { Note } from './recorder.ts';
import type { SandboxClient } from './sandbox-client.ts';

export interface Wait {
	sessionId: string;
	state: PaymentState;
	withinMs: number;
}

export async function waitForState(sandbox: SandboxClient, wait: Wait, note: Note): Promise<void> {
	const clock = await sandbox.clock();
	if (clock.mode === 'manual') return moveClock(sandbox, wait, Date.parse(clock.now), note);
	const scale = clock.mode === 'scaled' ? clock.scale : 1;
	return askAgain(sandbox, wait, wait.withinMs / scale);
}

/** A timeline of a payment is short; more steps than this mean that a plan never comes true. */
const maxSteps = 100;

/**
 * Moves the clock just onto the payment's next planned entry, and no further: stories replayed at the same
 * time share the clock, and a long step would end the window of a payment that nobody has submitted yet. For the
 * same reason the clock stays where it is when nothing is planned.
 */
async function moveClock(sandbox: SandboxClient, wait: Wait, begunAt: number, note: Note) {
	const latest = begunAt + wait.withinMs;
	for (let step = 0; step < maxSteps; step += 1) {
		const payment = await sandbox.payment(wait.sessionId);
		if (isThere(payment, wait)) return;
		const planned = nextPlanned(payment);
		if (!planned) throw new Error(`${stands(payment, wait)}, and nothing more is planned for it`);
		const at = Date.parse(planned.at);
		if (at > latest) {
			throw new Error(
				`${stands(payment, wait)}: "${planned.state}" is the next entry planned, at ${planned.at}, later than ${formatMilliseconds(wait.withinMs)} from the start of the wait`,
			);
		}
		const byMs = at - Date.parse((await sandbox.clock()).now);
		// Another story may have moved the clock past it meanwhile.
		if (byMs <= 0) continue;
		await sandbox.advance(byMs);
		note(`clock moved by ${formatMilliseconds(byMs)}`);
	}
	throw new Error(`the plan of this payment has not come true in ${maxSteps} steps of the clock`);
}

function nextPlanned({ timeline }: PaymentView) {
	return timeline
		.filter((entry) => entry.planned)
		.reduce<PaymentView['timeline'][number] | undefined>(
			(first, entry) => (first && first.at <= entry.at ? first : entry),
			undefined,
		);
}

/** Shorter than the limit of one call, so that the sandbox answers before the call is given up. */
const longestAskMs = 5_000;
const briefestAskMs = 100;

async function askAgain(sandbox: SandboxClient, wait: Wait, withinMs: number): Promise<void> {
	const deadline = performance.now() + withinMs;
	for (;;) {
		const asked = performance.now();
		const askMs = Math.max(0, Math.min(deadline - asked, longestAskMs));
		const payment = await sandbox.paymentOnce(wait.sessionId, wait.state, askMs);
		if (isThere(payment, wait)) return;
		const now = performance.now();
		if (now >= deadline) {
			throw new Error(`${stands(payment, wait)} after ${formatMilliseconds(withinMs)}`);
		}
		// An answer that comes back at once must not turn this into a storm of calls.
		if (now - asked < briefestAskMs) await pause(briefestAskMs);
	}
}

function isThere(payment: PaymentView, wait: Wait): boolean {
	if (payment.state === wait.state) return true;
	if (payment.final) throw new Error(`${stands(payment, wait)}, which is final`);
	return false;
}

function stands({ state, fate }: PaymentView, wait: Wait): string {
	const why = fate ? ` (fate ${fate.outcome}, because ${fate.cause})` : '';
	return `waited for "${wait.state}", but the payment is "${state}"${why}`;
}
