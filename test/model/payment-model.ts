/**
 * What the written rules say a payment does, as a machine that ticks: it keeps a state and what is due, and time
 * moves it. It shares no line and no idea with the engine, which keeps a timeline and computes the state by reading.
 */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { DeclineReason, ReasonCode } from '../../simulator/contract/reasons.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import type { Command, Seen, Typed } from './command.ts';
import { choices } from './command.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

interface Attempt {
	outcome: Outcome;
	reason: ReasonCode | null;
}

/** What an event comes to: nothing, or the code of the refusal. */
export type Verdict = 'accepted' | string;

const declines: Partial<Record<Outcome, ReasonCode>> = {
	DECLINE: 'generic_decline',
	FUNDS: 'insufficient_funds',
	EXPCARD: 'expired_card',
	BADCVV: 'incorrect_cvc',
	FRAUD: 'fraudulent',
	ERROR: 'processing_error',
};

const otherReasons: Partial<Record<Outcome, ReasonCode>> = {
	EXPIRE: 'window_elapsed',
	CANCEL: 'cancelled_by_payer',
	LATE: 'late_confirmation',
};

const cardOnly = ['expired_card', 'incorrect_cvc', 'lost_card', 'stolen_card', 'invalid_number'];

export interface Settings {
	maxAttempts: number;
	/** Of payment-options, one word an attempt. */
	header: readonly Outcome[] | null;
	/** Of the e-mail address. */
	email: Outcome | null;
	windowMs: number;
}

export class PaymentModel {
	state: PaymentState = 'created';
	attempts: Attempt[] = [];
	private now: number;
	private due: { state: PaymentState; at: number }[];
	private choice: keyof typeof choices | null = null;
	private windowEnd = 0;
	private code: { wrong: number; leadsTo: Outcome; steered: boolean } | null = null;
	private steered: { words: readonly Outcome[]; from: number } | null = null;
	/** The fate of a payment that ends late though nobody submits. */
	private foreseen: Attempt | null = null;
	private usual: Outcome = 'APPROVE';
	private delay: number | null = 5 * second;
	private readonly settings: Settings;

	constructor(settings: Settings, now: number) {
		this.settings = settings;
		this.now = now;
		this.due = [{ state: 'expired', at: now + settings.windowMs }];
	}

	seen(): Seen {
		return {
			state: this.state,
			final: this.isFinal(),
			attempts: this.attempts.length,
			fate: this.attempts.at(-1) ?? this.foreseen,
			planned: this.due,
			allowed: this.allowed().sort(),
		};
	}

	/** Where the table has different rows for one state. */
	situation(): string {
		if (this.isChallenged()) return 'opened, code asked for';
		if (this.state === 'declined') return this.mayRetry() ? 'declined, retry left' : 'declined';
		if (this.state === 'expired') return this.isFinal() ? 'expired' : 'expired, late planned';
		return this.state;
	}

	/** The column of the table that a command falls into. */
	event(command: Command): string {
		if (command.type === 'choose') {
			if (this.choice === null) return 'choose first';
			return this.choice === command.choice ? 'choose same' : 'choose other';
		}
		if (command.type === 'decline' && command.reason === 'fraudulent') return 'decline, fraud';
		if (command.type === 'otp') return `otp ${command.code}`;
		return command.type;
	}

	do(command: Command): Verdict {
		const verdict = this.perform(command);
		// What is due at once has happened: a network that takes no time, a window that is over.
		this.advance(0);
		return verdict;
	}

	private perform(command: Command): Verdict {
		switch (command.type) {
			case 'advance':
				return this.advance(command.ms);
			case 'usual':
				this.usual = command.outcome;
				return 'accepted';
			case 'network':
				this.delay = command.delayMs;
				return 'accepted';
			case 'choose':
				return this.choose(command.choice);
			case 'list-suboptions':
				if (this.state === 'expired') return 'session_expired';
				break;
			case 'steer':
				if (this.allowed().includes('steer')) return this.steer(command.words);
		}
		if (!this.allowed().includes(command.type)) return 'not_allowed_in_state';
		switch (command.type) {
			case 'open':
				if (this.state === 'redirected') this.state = 'opened';
				break;
			case 'submit':
				this.submit(command.typed);
				break;
			case 'otp':
				this.otp(command.code);
				break;
			case 'cancel':
				this.end('cancelled');
				break;
			case 'confirm':
				this.settle({ outcome: 'APPROVE', reason: null });
				this.end('confirmed');
				break;
			case 'decline':
				this.settle({ outcome: 'DECLINE', reason: this.reasonHere(command.reason) });
				this.enter('declined');
				break;
			case 'expire':
				this.enter('expired', ...this.due.filter(({ state }) => state === 'confirmed'));
		}
		return 'accepted';
	}

	private advance(ms: number): Verdict {
		this.now += ms;
		while (this.due[0] && this.due[0].at <= this.now) {
			const { state } = this.due.shift() as { state: PaymentState };
			this.state = state;
		}
		return 'accepted';
	}

	private allowed(): string[] {
		switch (this.state) {
			case 'created':
				return ['list-suboptions', 'choose', 'cancel', 'return', 'expire', 'steer'];
			case 'redirected':
			case 'opened': {
				const here = ['list-suboptions', 'choose', 'open', 'submit', 'cancel', 'return'];
				return [...here, 'expire', 'steer', ...(this.isChallenged() ? ['otp'] : [])];
			}
			case 'processing':
				return ['choose', 'return', 'confirm', 'decline', 'steer'];
			case 'declined':
				return ['choose', 'return', ...(this.mayRetry() ? ['submit', 'cancel', 'steer'] : [])];
			case 'expired':
				return ['return', 'confirm', ...(this.isFinal() ? [] : ['steer'])];
			case 'confirmed':
				return ['choose', 'return'];
			case 'cancelled':
				return ['return'];
		}
	}

	private isFinal(): boolean {
		if (this.state === 'declined') return !this.mayRetry();
		if (this.state === 'expired') return !this.due.some(({ state }) => state === 'confirmed');
		return this.state === 'confirmed' || this.state === 'cancelled';
	}

	private mayRetry(): boolean {
		const fraud = this.attempts.at(-1)?.reason === 'fraudulent';
		const left = this.attempts.length < this.settings.maxAttempts;
		return this.state === 'declined' && left && !fraud && this.now < this.windowEnd;
	}

	private isChallenged(): boolean {
		return this.state === 'opened' && this.code !== null;
	}

	private choose(choice: keyof typeof choices): Verdict {
		if (this.state === 'expired') return 'session_expired';
		if (this.state === 'cancelled') return 'not_allowed_in_state';
		if (this.choice === choice) return 'accepted';
		if (!['created', 'redirected', 'opened'].includes(this.state)) return 'choice_locked';
		if (this.isChallenged()) return 'choice_locked';
		this.choice = choice;
		this.windowEnd = this.now + this.settings.windowMs;
		if (this.state === 'created') this.state = 'redirected';
		this.planWindow();
		return 'accepted';
	}

	/** The strongest carrier's word for an attempt, counted from 0. */
	private word(attempt: number, typed: Typed | null): Outcome {
		const { header, email } = this.settings;
		const bank = this.choice && choices[this.choice].says;
		if (this.steered) return nth(this.steered.words, attempt - this.steered.from);
		if (header) return nth(header, attempt);
		return typed?.says ?? bank ?? email ?? this.usual;
	}

	private planWindow() {
		const late = this.word(this.attempts.length, null) === 'LATE';
		this.due = late ? this.lateFrom() : [{ state: 'expired', at: this.windowEnd }];
		this.foreseen = late ? { outcome: 'LATE', reason: 'late_confirmation' } : null;
	}

	private lateFrom(): { state: PaymentState; at: number }[] {
		const at = Math.max(this.windowEnd, this.now);
		return [
			{ state: 'expired', at },
			{ state: 'confirmed', at: at + day },
		];
	}

	private submit(typed: Typed | null) {
		if (this.isChallenged()) return;
		const onCard = this.choice === 'card' ? typed : null;
		const outcome = this.word(this.attempts.length, onCard);
		this.attempts.push({ outcome, reason: this.reasonOf(outcome) });
		if (outcome !== 'CHALLENGE') return this.follow(outcome);
		const spoken = onCard && !this.steered && !this.settings.header;
		this.code = { wrong: 0, leadsTo: (spoken && onCard.leadsTo) || 'APPROVE', steered: false };
		this.state = 'opened';
		this.due = [{ state: 'expired', at: this.windowEnd }];
	}

	/** What an attempt does now, and what the network will answer. */
	private follow(outcome: Outcome) {
		this.code = null;
		if (outcome === 'EXPIRE') return this.enter('expired');
		if (outcome === 'CANCEL') return this.enter('cancelled');
		this.state = 'processing';
		this.due = [];
		if (outcome === 'HOLD') return;
		if (outcome === 'LATE') {
			this.due = this.lateFrom();
			return;
		}
		if (this.delay === null) return;
		const at = this.now + this.delay * (outcome === 'SLOW' ? 10 : 1);
		this.due = [{ state: declines[outcome] ? 'declined' : 'confirmed', at }];
	}

	private otp(code: string) {
		const attempt = this.attempts.at(-1);
		if (!this.code || !attempt) return;
		if (code === '1234') {
			const { leadsTo, steered } = this.code;
			attempt.reason = this.reasonOf(leadsTo);
			if (steered) attempt.outcome = leadsTo;
			return this.follow(leadsTo);
		}
		this.code.wrong += 1;
		if (code !== '0000' && this.code.wrong < 3) return;
		attempt.reason = 'authentication_failed';
		this.code = null;
		this.enter('declined');
	}

	private steer(words: readonly Outcome[]): Verdict {
		const [first = 'APPROVE'] = words;
		const underWay = this.state === 'processing' || this.isChallenged();
		if (underWay && first === 'CHALLENGE') return 'challenge_too_late';
		this.steered = { words, from: this.attempts.length - (underWay ? 1 : 0) };
		if (this.code && this.isChallenged()) {
			this.code.leadsTo = first;
			this.code.steered = true;
		} else if (this.state === 'processing') {
			this.attempts[this.attempts.length - 1] = { outcome: first, reason: this.reasonOf(first) };
			this.follow(first);
		} else if (this.state === 'redirected' || this.state === 'opened') {
			this.planWindow();
		} else if (this.state === 'expired' && first !== 'LATE') {
			this.due = [];
			this.foreseen = null;
		}
		return 'accepted';
	}

	private settle(attempt: Attempt) {
		if (this.attempts.length === 0) this.foreseen = attempt;
		else this.attempts[this.attempts.length - 1] = attempt;
	}

	private end(state: PaymentState) {
		if (state === 'cancelled') this.foreseen = null;
		this.enter(state);
	}

	private enter(state: PaymentState, ...due: { state: PaymentState; at: number }[]) {
		this.state = state;
		this.due = due;
	}

	private reasonOf(outcome: Outcome): ReasonCode | null {
		const declined = declines[outcome];
		if (declined) return this.reasonHere(declined as DeclineReason);
		return otherReasons[outcome] ?? null;
	}

	private reasonHere(reason: DeclineReason): ReasonCode {
		return cardOnly.includes(reason) && this.choice !== 'card' ? 'generic_decline' : reason;
	}
}

function nth(words: readonly Outcome[], index: number): Outcome {
	return words[index] ?? words.at(-1) ?? 'APPROVE';
}
