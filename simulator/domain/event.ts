/** Events of a payment. Time is not an event: a planned state is the state once its time has come. */
import type { DeclineReason } from '../contract/reasons.ts';
import type { ReturnLinkTiming } from '../contract/return-url.ts';
import type { Choice, OutcomeTrigger } from './payment.ts';

export type PaymentEvent =
	| { type: 'list-suboptions'; optionCode: string }
	| { type: 'choose'; choice: Omit<Choice, 'windowEndsAt'>; windowMs: number }
	| { type: 'open' }
	| {
			type: 'submit';
			/** First six and last four digits; null for anything but a card. */
			card: string | null;
			/** The outcome trigger of the card number, else of the holder name. */
			typed: OutcomeTrigger | null;
	  }
	| { type: 'otp'; answer: 'passes' | 'fails' | 'wrong' }
	| { type: 'cancel' }
	| { type: 'return' }
	| { type: 'confirm' }
	| { type: 'decline'; reason: DeclineReason }
	| { type: 'expire' }
	/** A null keeps the earlier trigger or return order. */
	| { type: 'steer'; trigger: OutcomeTrigger | null; returnOrder?: ReturnLinkTiming | null };
