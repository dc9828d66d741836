/** Waits for a payment state. A manual clock is moved; with any other clock, the payment is polled. */
import { setTimeout as pause } from 'node:timers/promises';
import { formatDuration } from '../../reports/figures.ts';
import type { PaymentState, PaymentView } from '../../simulator/contract/control.ts';
import { paymentStates } from '../../simulator/contract/control.ts';
import type { ControlClient } from '../harness/control-client.ts';
import type { AddDetail } from './recorder.ts';
import { checkValue } from './story-values.ts';

export interface WaitForStateOptions {
	sessionId: string;
	state: PaymentState;
	withinMs: number;
}

export async function waitForState(
	control: ControlClient,
	wait: WaitForStateOptions,
	note: AddDetail,
): Promise<void> {
	checkValue('state', wait.state, paymentStates);
	const clock = await control.clock();
	if (clock.mode === 'manual') return moveClock(control, wait, Date.parse(clock.now), note);
	const scale = clock.mode === 'scaled' ? clock.scale : 1;
	return poll(control, wait, wait.withinMs / scale);
}

/** The most clock moves in one wait. A timeline has fewer entries, so after that the state will not come. */
const maxSteps = 100;

/**
 * Moves the clock to the payment's next planned state, and no further: more would expire other payments of the story.
 * If nothing is planned, the clock does not move.
 */
async function moveClock(
	control: ControlClient,
	wait: WaitForStateOptions,
	startedAt: number,
	note: AddDetail,
) {
	const latest = startedAt + wait.withinMs;
	for (let step = 0; step < maxSteps; step += 1) {
		const payment = await control.payment(wait.sessionId);
		if (hasState(payment, wait)) return;
		const planned = nextPlanned(payment);
		if (!planned)
			throw new Error(`${describeState(payment, wait)}, and nothing more is planned for it`);
		const at = Date.parse(planned.at);
		if (at > latest) {
			throw new Error(
				`${describeState(payment, wait)}: "${planned.state}" is the next entry planned, at ${planned.at}, later than ${formatDuration(wait.withinMs)} from the start of the wait`,
			);
		}
		const byMs = at - Date.parse((await control.clock()).now);
		// The story may have moved the clock past this time already.
		if (byMs <= 0) continue;
		await control.advance(byMs);
		note(`clock moved by ${formatDuration(byMs)}`);
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

/** The longest time that one poll waits in the sandbox, in milliseconds; shorter than the timeout of a call. */
const longestPollMs = 5_000;
const shortestPollMs = 100;

async function poll(
	control: ControlClient,
	wait: WaitForStateOptions,
	withinMs: number,
): Promise<void> {
	const deadline = performance.now() + withinMs;
	for (;;) {
		const sentAt = performance.now();
		const pollMs = Math.max(0, Math.min(deadline - sentAt, longestPollMs));
		const payment = await control.waitForPayment(wait.sessionId, wait.state, pollMs);
		if (hasState(payment, wait)) return;
		const now = performance.now();
		if (now >= deadline) {
			throw new Error(`${describeState(payment, wait)} after ${formatDuration(withinMs)}`);
		}
		// Pause if the sandbox responded at once, to limit the number of calls.
		if (now - sentAt < shortestPollMs) await pause(shortestPollMs);
	}
}

function hasState(payment: PaymentView, wait: WaitForStateOptions): boolean {
	if (payment.state === wait.state) return true;
	if (payment.final) throw new Error(`${describeState(payment, wait)}, which is final`);
	return false;
}

function describeState({ state, fate }: PaymentView, wait: WaitForStateOptions): string {
	const why = fate ? ` (fate ${fate.outcome}, because ${fate.cause})` : '';
	return `waited for "${wait.state}", but the payment is "${state}"${why}`;
}
