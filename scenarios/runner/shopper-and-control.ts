/** Implements `Shopper` and `Control` of stories by the control API: the shopper acts without a browser. */
import type { Act } from '../../simulator/contract/control.ts';
import { toMs } from '../../simulator/contract/duration.ts';
import type { Actor } from '../../simulator/contract/run-report.ts';
import type { ControlClient } from '../harness/control-client.ts';
import type { Control, Session, Shopper, StoryContexts } from '../scenario.ts';
import type { Recorder } from './recorder.ts';
import { createAttempts } from './recorder.ts';
import { waitForState } from './wait-for-state.ts';

const defaultWaitMs = 60_000;

type RecordedAct = (
	name: string,
	session: Session,
	action: Act,
) => ReturnType<ControlClient['act']>;

const recordedAct =
	(control: ControlClient, step: Recorder['step'], actor: Actor): RecordedAct =>
	(name, { sessionId }, action) =>
		step(name, (note) => control.act(sessionId, action, note), [actor, 'service']);

/** The shopper's actions, which the cashier may refuse. */
function createActions(act: RecordedAct) {
	return {
		async pay(session, details = {}) {
			const action = { action: 'submit', ...details } as const;
			return (await act('shopper pays', session, action)).state;
		},
		async enterCode(session, otp) {
			return (await act('shopper enters the code', session, { action: 'otp', otp })).state;
		},
		async cancel(session) {
			return (await act('shopper cancels', session, { action: 'cancel' })).state;
		},
	} satisfies Partial<Shopper>;
}

export function createShopper(
	control: ControlClient,
	recorder: Recorder,
): StoryContexts['control']['shopper'] {
	const act = recordedAct(control, recorder.step, 'shopper');
	return {
		...createActions(act),
		attempt: createAttempts(createActions(recordedAct(control, recorder.attempt, 'shopper'))),
		async open(session) {
			await act('shopper opens the cashier', session, { action: 'open' });
		},
		async returnToAccount(session) {
			return (await act('shopper returns', session, { action: 'return' })).returnUrl;
		},
		waitFor: ({ sessionId }, state, withinMs = defaultWaitMs) =>
			recorder.step(`wait for ${state}`, (note) =>
				waitForState(control, { sessionId, state, withinMs }, note),
			),
		state: ({ sessionId }) =>
			recorder.step('read the state', async (note) => {
				const { state } = await control.payment(sessionId);
				note(state);
				return state;
			}),
	};
}

export function createStoryControl(
	control: ControlClient,
	recorder: Recorder,
	takeDeviations: Control['takeDeviations'],
): Control {
	const { step } = recorder;
	const act = recordedAct(control, step, 'network');
	return {
		advance: (by) => step(`advance the clock by ${by}`, () => control.advance(toMs(by))),
		async confirm(session) {
			return (await act('network confirms', session, { action: 'confirm' })).state;
		},
		async decline(session) {
			return (await act('network declines', session, { action: 'decline' })).state;
		},
		async expire(session) {
			return (await act('payment expires', session, { action: 'expire' })).state;
		},
		fault: (rule) => step(`fault: ${rule.fault.kind}`, () => control.addFault(rule)),
		settings: (change) =>
			step('change settings', (note) => {
				note(JSON.stringify(change));
				return control.changeSettings(change);
			}),
		reset: () => step('reset the sandbox', () => control.reset()),
		payment: ({ sessionId }) => step('read the payment', () => control.payment(sessionId)),
		payments: (reference) =>
			step('read the payments of the order', () => control.payments(reference)),
		takeDeviations,
	};
}
