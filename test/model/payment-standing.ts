/**
 * Where a payment of the model stands: its state and what is due. It ticks, time moves it; the engine keeps a
 * timeline and computes the state by reading, and shares nothing with it.
 */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';
import type { Command, Seen, Typed } from './command.ts';
import { choices } from './command.ts';
import type { Attempt, Due, Settings, Verdict, Word } from './rules.ts';
import { allowedIn, dayMs, nth, steerCause } from './rules.ts';

export class PaymentStanding {
	state: PaymentState = 'created';
	attempts: Attempt[] = [];
	protected now: number;
	protected due: Due[];
	protected choice: keyof typeof choices | null = null;
	protected windowEnd = 0;
	/** While a code is asked for: what the right one leads to, and who said so meanwhile. */
	protected code: { wrong: number; leadsTo: Outcome; steeredBy: string | null } | null = null;
	protected steered: { words: readonly Outcome[]; from: number } | null = null;
	/** Since when it is in processing. */
	protected submittedAt = 0;
	/** The fate of a payment that ends late though nobody submits, or was settled by hand. */
	protected foreseen: Attempt | null = null;
	protected usual: Outcome = 'APPROVE';
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

	/** The strongest carrier's word for an attempt, counted from 0. */
	protected word(attempt: number, typed: Typed | null): Word {
		const { header, email } = this.settings;
		const bank = this.choice && choices[this.choice].says;
		if (this.steered) {
			const { words, from } = this.steered;
			return { outcome: nth(words, attempt - from), cause: steerCause(words) };
		}
		if (header) {
			const cause = `header X-Sandbox-Outcome = ${header.join(',')}`;
			return { outcome: nth(header, attempt), cause };
		}
		const said = typed?.says ?? bank;
		if (said) return said;
		if (email) return { outcome: email, cause: `customer.email = ${email}` };
		return { outcome: this.usual, cause: `default outcome = ${this.usual}` };
	}

	protected planWindow() {
		const word = this.word(this.attempts.length, null);
		const late = word.outcome === 'LATE';
		this.due = late ? this.lateFrom() : [{ state: 'expired', at: this.windowEnd }];
		this.foreseen = late ? { ...word, reason: 'late_confirmation' } : null;
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
