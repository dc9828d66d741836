/** The effect of each event, implemented from the written rules and without the engine. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import type { Command, choices, Typed } from './command.ts';
import { PaymentModelBase } from './payment-model-base.ts';
import type { Attempt, Due, Verdict } from './rules.ts';
import { answerTo, dayMs, reasonHere, reasonOf, steerCause } from './rules.ts';

export class PaymentModel extends PaymentModelBase {
	do(command: Command): Verdict {
		const verdict = this.perform(command);
		// Applies entries that are due at once, such as a processing delay of 0.
		this.advance(0);
		return verdict;
	}

	private perform(command: Command): Verdict {
		switch (command.type) {
			case 'advance':
				return this.advance(command.ms);
			case 'default-outcome':
				this.defaultOutcome = command.outcome;
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
				if (this.allowed().includes('steer')) return this.steer(command.outcomes);
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
				this.settle({ outcome: 'APPROVE', cause: 'control API: confirm', reason: null });
				this.end('confirmed');
				break;
			case 'decline':
				this.settle({
					outcome: 'DECLINE',
					cause: 'control API: decline',
					reason: reasonHere(command.reason, this.isCard()),
				});
				this.enter('declined');
				break;
			case 'expire':
				this.enter('expired', ...this.due.filter(({ state }) => state === 'confirmed'));
		}
		return 'accepted';
	}

	private choose(choice: keyof typeof choices): Verdict {
		if (this.state === 'expired') return 'session_expired';
		if (this.state === 'cancelled') return 'not_allowed_in_state';
		const { repeat } = this.settings;
		if (this.choice && repeat === 'reject') return 'choice_made';
		if (this.choice === choice) return 'accepted';
		if (this.choice && repeat === 'same') return 'choice_locked';
		if (!['created', 'redirected', 'opened'].includes(this.state)) return 'choice_locked';
		if (this.isChallenged()) return 'choice_locked';
		this.choice = choice;
		this.windowEnd = this.now + this.settings.windowMs;
		if (this.state === 'created') this.state = 'redirected';
		this.planWithoutSubmit();
		return 'accepted';
	}

	private submit(typed: Typed | null) {
		if (this.isChallenged()) return;
		const onCard = this.isCard() ? typed : null;
		const trigger = this.trigger(this.attempts.length, onCard);
		const { outcome } = trigger;
		this.attempts.push({ ...trigger, reason: reasonOf(outcome, this.isCard()) });
		if (outcome !== 'CHALLENGE') return this.plan(outcome);
		const isTyped = onCard && !this.steered && !this.settings.header;
		this.code = {
			wrong: 0,
			afterCode: (isTyped && onCard.afterCode) || 'APPROVE',
			steeredBy: null,
		};
		this.state = 'opened';
		this.due = [{ state: 'expired', at: this.windowEnd }];
	}

	/** Enters the state of the outcome, and plans the network's answer. */
	private plan(outcome: Outcome) {
		this.code = null;
		if (outcome === 'EXPIRE') return this.enter('expired');
		if (outcome === 'CANCEL') return this.enter('cancelled');
		if (this.state !== 'processing') this.submittedAt = this.now;
		this.state = 'processing';
		this.due = this.answer(outcome);
		this.applyTimeout();
	}

	private answer(outcome: Outcome): Due[] {
		if (outcome === 'HOLD') return [];
		if (outcome === 'LATE') return this.lateFrom();
		if (this.delay === null) return [];
		const at = this.now + this.delay * (outcome === 'SLOW' ? 10 : 1);
		return [{ state: answerTo(outcome), at }];
	}

	/** Without an answer before the timeout, the payment expires. */
	private applyTimeout() {
		const { timeoutMs } = this.settings;
		const attempt = this.attempts.at(-1);
		if (timeoutMs === null || !attempt) return;
		const at = this.submittedAt + timeoutMs;
		const [first, then] = this.due;
		if (first && first.at <= at) return;
		this.due = [{ state: 'expired', at }];
		// A late confirmation comes a day after the expiry.
		if (then) this.due.push({ ...then, at: at + dayMs });
		else attempt.reason = 'window_elapsed';
	}

	private otp(code: string) {
		const attempt = this.attempts.at(-1);
		if (!this.code || !attempt) return;
		if (code === '1234') {
			const { afterCode, steeredBy } = this.code;
			attempt.reason = reasonOf(afterCode, this.isCard());
			if (steeredBy) Object.assign(attempt, { outcome: afterCode, cause: steeredBy });
			return this.plan(afterCode);
		}
		this.code.wrong += 1;
		if (code !== '0000' && this.code.wrong < 3) return;
		attempt.reason = 'authentication_failed';
		this.code = null;
		this.enter('declined');
	}

	private steer(outcomes: readonly Outcome[]): Verdict {
		const [first = 'APPROVE'] = outcomes;
		const underWay = this.state === 'processing' || this.isChallenged();
		if (underWay && first === 'CHALLENGE') return 'challenge_too_late';
		if (this.state === 'processing' && first === 'CANCEL') return 'cancel_too_late';
		const cause = steerCause(outcomes);
		this.steered = { outcomes, from: this.attempts.length - (underWay ? 1 : 0) };
		if (this.code && this.isChallenged()) {
			this.code.afterCode = first;
			this.code.steeredBy = cause;
		} else if (this.state === 'processing') {
			this.attempts[this.attempts.length - 1] = {
				outcome: first,
				cause,
				reason: reasonOf(first, this.isCard()),
			};
			this.plan(first);
		} else if (this.state === 'redirected' || this.state === 'opened') {
			this.planWithoutSubmit();
		} else if (this.state === 'expired' && first !== 'LATE') {
			// It stays expired, with the cause of the steering.
			this.due = [];
			this.settle({ outcome: first, cause, reason: 'window_elapsed' });
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

	private enter(state: PaymentState, ...due: Due[]) {
		this.state = state;
		this.due = due;
	}
}
