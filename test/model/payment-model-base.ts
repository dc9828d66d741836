/**
 * The state and the due entries of a modelled payment. Here, advancing the time changes the state. The engine computes
 * the state from a timeline and shares no code with the model.
 */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import type { Command, Seen, Typed } from './command.ts';
import { choices } from './command.ts';
import type { Attempt, Due, Settings, Trigger, Verdict } from './rules.ts';
import { allowedIn, dayMs, nth, steerCause } from './rules.ts';

export class PaymentModelBase {
	state: PaymentState = 'created';
	attempts: Attempt[] = [];
	protected now: number;
	protected due: Due[];
	protected choice: keyof typeof choices | null = null;
	protected windowEnd = 0;
	/** The pending challenge: the outcome after the right code, and the steering that set it. */
	protected code: { wrong: number; afterCode: Outcome; steeredBy: string | null } | null = null;
	protected steered: { outcomes: readonly Outcome[]; from: number } | null = null;
	/** When processing began. */
	protected submittedAt = 0;
	/** The fate without an attempt: a planned late confirmation, or a network action. */
	protected foreseen: Attempt | null = null;
	protected defaultOutcome: Outcome = 'APPROVE';
	protected delay: number | null = 5_000;
	protected readonly settings: Settings;

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

	/** The row of the table of states and events. */
	situation(): string {
		if (this.isChallenged()) return 'opened, code pending';
		if (this.state === 'declined') return this.mayRetry() ? 'declined, retry left' : 'declined';
		if (this.state === 'expired') return this.isFinal() ? 'expired' : 'expired, late planned';
		return this.state;
	}

	/** The column of the table. */
	event(command: Command): string {
		if (command.type === 'choose') {
			if (this.choice === null) return 'choose first';
			return this.choice === command.choice ? 'choose same' : 'choose other';
		}
		if (command.type === 'decline' && command.reason === 'fraudulent') return 'decline, fraud';
		if (command.type === 'otp') return `otp ${command.code}`;
		return command.type;
	}

	protected isFinal(): boolean {
		if (this.state === 'declined') return !this.mayRetry();
		if (this.state === 'expired') return !this.due.some(({ state }) => state === 'confirmed');
		return this.state === 'confirmed' || this.state === 'cancelled';
	}

	protected mayRetry(): boolean {
		const fraud = this.attempts.at(-1)?.reason === 'fraudulent';
		const left = this.attempts.length < this.settings.maxAttempts;
		return this.state === 'declined' && left && !fraud && this.now < this.windowEnd;
	}

	protected isChallenged(): boolean {
		return this.state === 'opened' && this.code !== null;
	}

	/** The strongest trigger of an attempt, counted from 0. */
	protected trigger(attempt: number, typed: Typed | null): Trigger {
		const { header, email } = this.settings;
		const bank = this.choice && choices[this.choice].trigger;
		if (this.steered) {
			const { outcomes, from } = this.steered;
			return { outcome: nth(outcomes, attempt - from), cause: steerCause(outcomes) };
		}
		if (header) {
			const cause = `header X-Sandbox-Outcome = ${header.join(',')}`;
			return { outcome: nth(header, attempt), cause };
		}
		const chosen = typed?.trigger ?? bank;
		if (chosen) return chosen;
		if (email) return { outcome: email, cause: `customer.email = ${email}` };
		return { outcome: this.defaultOutcome, cause: `default outcome = ${this.defaultOutcome}` };
	}

	protected planWithoutSubmit() {
		const trigger = this.trigger(this.attempts.length, null);
		const late = trigger.outcome === 'LATE';
		this.due = late ? this.lateFrom() : [{ state: 'expired', at: this.windowEnd }];
		this.foreseen = late ? { ...trigger, reason: 'late_confirmation' } : null;
	}

	protected lateFrom(): Due[] {
		const at = Math.max(this.windowEnd, this.now);
		return [
			{ state: 'expired', at },
			{ state: 'confirmed', at: at + dayMs },
		];
	}

	protected advance(ms: number): Verdict {
		this.now += ms;
		while (this.due[0] && this.due[0].at <= this.now) {
			const { state } = this.due.shift() as Due;
			this.state = state;
		}
		return 'accepted';
	}

	protected allowed(): string[] {
		return allowedIn({
			state: this.state,
			challenged: this.isChallenged(),
			mayRetry: this.mayRetry(),
			final: this.isFinal(),
		});
	}

	protected isCard(): boolean {
		return this.choice === 'card';
	}
}
