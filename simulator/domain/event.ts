/** The events of a payment. Time is not an event: a planned state becomes the state when its time comes. */
import type { DeclineReason } from '../contract/reasons.ts';
import type { ReturnLinkTiming } from '../contract/return-url.ts';
import type { Choice, OutcomeTrigger } from './payment.ts';

export type PaymentEvent =
	| { type: 'list-suboptions'; optionCode: string }
	| { type: 'choose'; choice: Omit<Choice, 'windowEndsAt'>; windowMs: number }
	| { type: 'open' }
	| {
			type: 'submit';
			/** The first six and last four digits of the card; null for other methods. */
			card: string | null;
			/** The outcome trigger of the card number, or else that of the holder name. */
			typed: OutcomeTrigger | null;
	  }
	| { type: 'otp'; answer: 'passes' | 'fails' | 'wrong' }
	| { type: 'cancel' }
	| { type: 'return' }
	| { type: 'confirm' }
	| { type: 'decline'; reason: DeclineReason }
	| { type: 'expire' }
	/** Steering; null keeps the earlier trigger or the earlier return link timing. */
	| { type: 'steer'; trigger: OutcomeTrigger | null; returnLinkTiming?: ReturnLinkTiming | null };
