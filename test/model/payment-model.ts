/** What the written rules say each event does to a payment. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import type { Command, choices, Typed } from './command.ts';
import { PaymentStanding } from './payment-standing.ts';
import type { Attempt, Due, Verdict } from './rules.ts';
import { answerTo, dayMs, reasonHere, reasonOf, steerCause } from './rules.ts';

export class PaymentModel extends PaymentStanding {
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
		this.planWindow();
		return 'accepted';
	}

	private submit(typed: Typed | null) {
		if (this.isChallenged()) return;
		const onCard = this.isCard() ? typed : null;
		const word = this.word(this.attempts.length, onCard);
		const { outcome } = word;
		this.attempts.push({ ...word, reason: reasonOf(outcome, this.isCard()) });
		if (outcome !== 'CHALLENGE') return this.follow(outcome);
		const spoken = onCard && !this.steered && !this.settings.header;
		this.code = { wrong: 0, leadsTo: (spoken && onCard.leadsTo) || 'APPROVE', steeredBy: null };
		this.state = 'opened';
		this.due = [{ state: 'expired', at: this.windowEnd }];
	}

	/** What an attempt does now, and what the network will answer. */
	private follow(outcome: Outcome) {
		this.code = null;
		if (outcome === 'EXPIRE') return this.enter('expired');
		if (outcome === 'CANCEL') return this.enter('cancelled');
		if (this.state !== 'processing') this.submittedAt = this.now;
		this.state = 'processing';
		this.due = this.answer(outcome);
		this.runOut();
	}

	private answer(outcome: Outcome): Due[] {
		if (outcome === 'HOLD') return [];
		if (outcome === 'LATE') return this.lateFrom();
		if (this.delay === null) return [];
		const at = this.now + this.delay * (outcome === 'SLOW' ? 10 : 1);
		return [{ state: answerTo(outcome), at }];
	}

	/** Nothing is in processing for longer than the timeout: without an answer by then the window is over. */
	private runOut() {
		const { timeoutMs } = this.settings;
		const attempt = this.attempts.at(-1);
		if (timeoutMs === null || !attempt) return;
		const at = this.submittedAt + timeoutMs;
		const [first, then] = this.due;
		if (first && first.at <= at) return;
		this.due = [{ state: 'expired', at }];
		// Who is confirmed late is so a day after its end, whatever ended it.
		if (then) this.due.push({ ...then, at: at + dayMs });
		else attempt.reason = 'window_elapsed';
	}

	private otp(code: string) {
		const attempt = this.attempts.at(-1);
		if (!this.code || !attempt) return;
		if (code === '1234') {
			const { leadsTo, steeredBy } = this.code;
			attempt.reason = reasonOf(leadsTo, this.isCard());
			if (steeredBy) Object.assign(attempt, { outcome: leadsTo, cause: steeredBy });
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
		const cause = steerCause(words);
		this.steered = { words, from: this.attempts.length - (underWay ? 1 : 0) };
		if (this.code && this.isChallenged()) {
			this.code.leadsTo = first;
			this.code.steeredBy = cause;
		} else if (this.state === 'processing') {
			this.attempts[this.attempts.length - 1] = {
				outcome: first,
				cause,
				reason: reasonOf(first, this.isCard()),
			};
			this.follow(first);
		} else if (this.state === 'redirected' || this.state === 'opened') {
			this.planWindow();
		} else if (this.state === 'expired' && first !== 'LATE') {
			// It stays expired, and that is the steering's doing.
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
