/** The pure engine, driven by the commands of a model run. */

import {
	bankSignal,
	cardSignal,
	emailWord,
	holderSignal,
	judgeCode,
} from '../../simulator/catalog/signals.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import { allowedEvents, isFinal } from '../../simulator/domain/allowed.ts';
import { createPayment } from '../../simulator/domain/create.ts';
import type { PaymentEvent } from '../../simulator/domain/event.ts';
import type { Moment } from '../../simulator/domain/lifecycle.ts';
import { transition } from '../../simulator/domain/lifecycle.ts';
import type { Payment } from '../../simulator/domain/payment.ts';
import { plannedOf, stateAt } from '../../simulator/domain/payment.ts';
import type { Command, Seen } from './command.ts';
import { choices } from './command.ts';
import type { Settings, Verdict } from './rules.ts';

export const start = Date.parse('2027-01-01T00:00:00.000Z');

export class Engine {
	private payment: Payment;
	private now = start;
	private usual: Outcome = 'APPROVE';
	private delayMs: number | null = 5_000;
	private readonly settings: Settings;

	constructor(settings: Settings) {
		this.settings = settings;
		const { header, email } = settings;
		const facts = {
			workspace: 'default',
			key: 'order-7#1',
			transactionId: '',
			sessionId: '',
			paymentReference: null,
			country: 'CO',
			currency: 'COP',
			amount: 100,
			minorDigits: 0,
			language: null,
			redirectUrl: 'https://shop.example/return',
			customerName: null,
			createdAt: start,
			optionCodes: ['co-pse', 'card'],
			sameReference: 0,
			optionScope: 'session' as const,
			suboptionScope: 'catalog' as const,
			fingerprint: null,
			idempotencyKey: null,
			headerSignal: header && { outcomes: header, cause: 'header' },
			requestSignal: email && emailWord(`${email}@sim.example`).signal,
		};
		this.payment = createPayment(facts, settings.windowMs);
	}

	do(command: Command): Verdict {
		if (command.type === 'advance') this.now += command.ms;
		else if (command.type === 'usual') this.usual = command.outcome;
		else if (command.type === 'network') this.delayMs = command.delayMs;
		else {
			const done = transition(this.payment, this.eventOf(command), this.moment());
			if (!done.ok) return done.refusal.code;
			this.payment = done.payment;
		}
		return 'accepted';
	}

	seen(): Seen {
		const { payment, now } = this;
		const fate = payment.attempts.at(-1)?.fate ?? payment.foreseen;
		return {
			state: stateAt(payment, now),
			final: isFinal(payment, this.moment()),
			attempts: payment.attempts.length,
			fate: fate && { outcome: fate.outcome, reason: fate.reason },
			planned: plannedOf(payment, now).map(({ state, at }) => ({ state, at })),
			allowed: [...allowedEvents(payment, this.moment())].sort(),
		};
	}

	private moment(): Moment {
		return {
			now: this.now,
			rules: {
				maxAttempts: this.settings.maxAttempts,
				mayCancel: true,
				defaultOutcome: this.usual,
			},
			repeat: 'replace',
			processingTimeoutMs: null,
			random: () => 0.5,
			processingMs: () => this.delayMs,
		};
	}

	private eventOf(
		command: Exclude<Command, { type: 'advance' | 'usual' | 'network' }>,
	): PaymentEvent {
		switch (command.type) {
			case 'choose': {
				const { bank } = choices[command.choice];
				const choice = {
					optionCode: bank ? 'co-pse' : 'card',
					kind: bank ? ('bank' as const) : ('card' as const),
					suboptionId: bank,
					bankSignal: bank ? bankSignal(bank) : null,
				};
				return { type: 'choose', choice, windowMs: this.settings.windowMs };
			}
			case 'submit': {
				const isCard = this.payment.choice?.kind === 'card';
				const { card = '', holder = 'Ana Torres' } = command.typed ?? {};
				const typed = isCard ? (cardSignal(card) ?? holderSignal(holder)) : null;
				return { type: 'submit', card: null, typed };
			}
			case 'otp':
				return { type: 'otp', answer: judgeCode(command.code) };
			case 'steer': {
				const cause = `steer = ${command.words.join(',')}`;
				return { type: 'steer', signal: { outcomes: command.words, cause } };
			}
			case 'list-suboptions':
				return { type: 'list-suboptions', optionCode: 'co-pse' };
			default:
				return command;
		}
	}
}
