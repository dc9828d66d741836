/** The pure lifecycle, driven by the commands of a model run. */

import {
	bankTrigger,
	cardTrigger,
	emailTrigger,
	holderTrigger,
	judgeChallengeCode,
} from '../../simulator/catalog/outcome-triggers.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import { allowedEvents, isFinal } from '../../simulator/domain/allowed.ts';
import type { PaymentEvent } from '../../simulator/domain/event.ts';
import { transition } from '../../simulator/domain/lifecycle.ts';
import type { Payment } from '../../simulator/domain/payment.ts';
import { pastStatesOf, plannedStatesOf, stateAt } from '../../simulator/domain/timeline.ts';
import {
	chooseBank,
	chooseCard,
	contextAt,
	listBanks,
	start,
	steerTo,
	testPayment,
} from '../support/payment.ts';
import type { Command, Seen } from './command.ts';
import { choices } from './command.ts';
import type { Settings, Verdict } from './rules.ts';

export { start };

export function createEngine({ maxAttempts, header, email, ...settings }: Settings) {
	let payment = testPayment({
		maxAttempts,
		headerTrigger: header && {
			outcomes: header,
			cause: `header X-Sandbox-Outcome = ${header.join(',')}`,
		},
		requestTrigger: email && emailTrigger(`${email}@sim.example`).trigger,
	});
	let now = start;
	let defaultOutcome: Outcome = 'APPROVE';
	let delayMs: number | null = 5_000;
	const { timeoutMs, repeat, windowMs } = settings;

	const context = () =>
		contextAt(now, {
			rules: { mayCancel: true, defaultOutcome: defaultOutcome },
			repeat,
			processingTimeout: timeoutMs === null ? null : { ms: timeoutMs, cause: 'timeout' },
			processingMs: () => delayMs,
		});

	return {
		do(command: Command): Verdict {
			if (command.type === 'advance') now += command.ms;
			else if (command.type === 'default-outcome') defaultOutcome = command.outcome;
			else if (command.type === 'network') delayMs = command.delayMs;
			else {
				const done = transition(payment, eventOf(command, payment, windowMs), context());
				if (!done.ok) return done.refusal.code;
				payment = done.payment;
			}
			return 'accepted';
		},
		seen(): Seen {
			const fate = payment.attempts.at(-1)?.fate ?? payment.foreseen;
			return {
				state: stateAt(payment, now),
				final: isFinal(payment, context().now),
				attempts: payment.attempts.length,
				fate: fate && { outcome: fate.outcome, cause: fate.cause, reason: fate.reason },
				planned: plannedStatesOf(payment, now).map(({ state, at }) => ({ state, at })),
				allowed: [...allowedEvents(payment, context())].sort(),
			};
		},
		timeline: () => payment.timeline,
		past: () => pastStatesOf(payment, now),
	};
}

function eventOf(
	command: Exclude<Command, { type: 'advance' | 'default-outcome' | 'network' }>,
	{ choice }: Payment,
	windowMs: number,
): PaymentEvent {
	switch (command.type) {
		case 'choose': {
			const { bank } = choices[command.choice];
			return bank === null
				? chooseCard({}, windowMs)
				: { ...chooseBank(bank, bankTrigger(bank)), windowMs };
		}
		case 'submit': {
			const { card = '', holder = 'Ana Torres' } = command.typed ?? {};
			const typed = choice?.kind === 'card' ? (cardTrigger(card) ?? holderTrigger(holder)) : null;
			return { type: 'submit', card: null, typed };
		}
		case 'otp':
			return { type: 'otp', answer: judgeChallengeCode(command.code) };
		case 'steer':
			return steerTo(...command.outcomes);
		case 'list-suboptions':
			return listBanks;
		default:
			return command;
	}
}
